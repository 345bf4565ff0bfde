declare module 'http-link-header' {
  interface LinkRef {
    readonly uri: string;
    readonly rel: string;
  }
  export default class LinkHeader {
    static parse(value: string): LinkHeader;
    readonly refs: readonly LinkRef[];
  }
}
