import type { AuthSpec } from '../dadl/model.ts';
import type { HttpRequest } from '../http/redirect.ts';
import { withHeaders, type Auth } from './auth.ts';
import type { ReadCredential } from './credential-reader.ts';

type KeySpec = Extract<AuthSpec, { type: 'bearer' | 'apikey' }>;
type BasicSpec = Extract<AuthSpec, { type: 'basic' }>;

export const noAuth: Auth = {
  apply: (request) => Promise.resolve(request),
  renew: () => false,
  missing: () => undefined,
};

/** bearer and apikey. Without the credential the request is sent as it is: some services are open. */
export function createKeyAuth(spec: KeySpec, read: ReadCredential): Auth {
  let missing: string | undefined;
  return {
    async apply(request) {
      const key = await read(spec.credential);
      missing = key === undefined ? spec.credential : undefined;
      if (key === undefined || spec.place === 'nowhere') return request;
      if ('query' in spec.place) return withQueryKey(request, spec.place.query, key);
      return withHeaders(request, { [spec.place.header]: `${spec.place.prefix}${key}` });
    },
    renew: () => false,
    missing: () => missing,
  };
}

/** Nothing is sent when either half is missing; an undeclared password is an empty one. */
export function createBasicAuth(spec: BasicSpec, read: ReadCredential): Auth {
  let missing: string | undefined;
  return {
    async apply(request) {
      const user = await read(spec.username);
      const password = spec.password === undefined ? '' : await read(spec.password);
      missing = user === undefined ? spec.username : undefined;
      if (password === undefined) missing ??= spec.password;
      if (user === undefined || password === undefined) return request;
      const pair = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
      return withHeaders(request, { authorization: `Basic ${pair}` });
    },
    renew: () => false,
    missing: () => missing,
  };
}

// Set last, in place of whatever the caller gave under that name.
function withQueryKey(request: HttpRequest, name: string, value: string): HttpRequest {
  const url = new URL(request.url);
  url.searchParams.delete(name);
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  url.search = url.search === '' ? pair : `${url.search.slice(1)}&${pair}`;
  return { ...request, url, secrets: { ...request.secrets, query: { name, value } } };
}
