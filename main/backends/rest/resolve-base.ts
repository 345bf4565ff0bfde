import { isPrivateHost } from './http/private-address.ts';

export interface BaseOptions {
  /** The deployment's own; it always wins. */
  readonly url: string | undefined;
  /** What the DADL file says. */
  readonly baseUrl: string | undefined;
  readonly allowPrivate: boolean;
}

/** The URL every path is below, or the sentence that says why there is none. */
export function resolveBase({ url, baseUrl, allowPrivate }: BaseOptions): URL | string {
  const text = url ?? baseUrl ?? '';
  // Files carry placeholders like {INSTANCE_URL} where the author cannot know the address.
  const base = URL.canParse(text) ? new URL(text) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol)) {
    const said =
      text === '' ? 'no base_url' : `the base_url "${text}", which is no http or https URL`;
    return `the DADL file has ${said}; set url in the backend's entry`;
  }
  if (!allowPrivate && isPrivateHost(base.hostname) === true)
    return `"${base.hostname}" is a private address and allow_private_url is false`;
  return base;
}
