declare module 'jq-web' {
  interface Jq {
    /** Undefined when the filter puts out nothing. Throws with jq's own words. */
    raw(json: string, filter: string, flags: readonly string[]): string | undefined;
  }
  const jq: Promise<Jq>;
  export default jq;
}
