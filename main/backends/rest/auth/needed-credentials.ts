import type { AuthSpec } from '../dadl/model.ts';
import { toCredentialName } from './auth.ts';

/** Names of our credentials that a file's requests use, to ask its user for them. */
export function neededCredentials(auth: AuthSpec): readonly string[] {
  const logical = namesIn(auth).filter(
    (name) => name !== undefined && name !== '' && name !== 'none',
  );
  return [...new Set(logical.map((name) => toCredentialName(name ?? '')))];
}

function namesIn(auth: AuthSpec): readonly (string | undefined)[] {
  switch (auth.type) {
    case 'none':
      return [];
    case 'bearer':
    case 'apikey':
      return auth.place === 'nowhere' ? [] : [auth.credential];
    case 'basic':
      return [auth.username, auth.password];
    case 'oauth2':
      return [auth.clientId, auth.clientSecret, auth.refreshToken, auth.serviceAccount];
    case 'session':
      return inBody(auth.body);
  }
}

function inBody(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') {
    if (value.startsWith('credential:')) return [value.slice('credential:'.length)];
    return key.endsWith('_credential') ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => inBody(item, name));
}
