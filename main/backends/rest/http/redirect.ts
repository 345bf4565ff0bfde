export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  /** What must not reach another origin. */
  readonly secrets: {
    readonly headers: readonly string[];
    readonly query?: { readonly name: string; readonly value: string } | undefined;
  };
}

export const noSecrets: HttpRequest['secrets'] = { headers: [] };

const redirects = [301, 302, 303, 307, 308];

/** The request a redirect asks for, or undefined when the reply is none. */
export function followRedirect(
  request: HttpRequest,
  status: number,
  location: string | undefined,
): HttpRequest | undefined {
  if (location === undefined || !redirects.includes(status)) return undefined;
  if (!URL.canParse(location, request.url.href)) return undefined;
  const url = new URL(location, request.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const isSame = url.origin === request.url.origin;
  const { query } = request.secrets;
  if (query !== undefined) {
    if (!isSame) url.searchParams.delete(query.name);
    else if (!url.searchParams.has(query.name)) url.searchParams.set(query.name, query.value);
  }
  const becomesGet =
    (status === 303 && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  const dropped = [
    ...(isSame ? [] : [...request.secrets.headers, 'authorization', 'cookie']),
    ...(becomesGet ? ['content-type', 'content-length'] : []),
  ];
  return {
    method: becomesGet ? 'GET' : request.method,
    url,
    headers: Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !dropped.includes(name)),
    ),
    ...(!becomesGet && { body: request.body }),
    // Once out of the origin the keys are gone for good, also on the way back.
    secrets: isSame ? request.secrets : noSecrets,
  };
}
