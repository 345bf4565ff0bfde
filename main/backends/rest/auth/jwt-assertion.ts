import { createPrivateKey, sign } from 'node:crypto';
import type { OAuth2Spec } from '../dadl/model.ts';
import { RestFailure } from '../rest-failure.ts';

export const jwtGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const lifetimeS = 3600;

interface ServiceAccount {
  readonly clientEmail: string;
  readonly privateKey: string;
  readonly tokenUri?: string | undefined;
}

/** The JSON key as cloud consoles hand it out. Errors say nothing of its content. */
export function parseServiceAccount(json: string): ServiceAccount {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(json) as Record<string, unknown>;
  } catch {
    throw new RestFailure('unauthorized', 'the service account is not a JSON key');
  }
  const { client_email: clientEmail, private_key: privateKey, token_uri: tokenUri } = fields;
  if (typeof clientEmail !== 'string' || typeof privateKey !== 'string')
    throw new RestFailure(
      'unauthorized',
      'the service account has no client_email or no private_key',
    );
  return { clientEmail, privateKey, tokenUri: typeof tokenUri === 'string' ? tokenUri : undefined };
}

/** A signed RS256 assertion for the token URL, valid for an hour. */
export function createAssertion(
  account: ServiceAccount,
  audience: string,
  { scopes, subject }: Pick<OAuth2Spec, 'scopes' | 'subject'>,
  nowMs: number,
): string {
  const issued = Math.floor(nowMs / 1000);
  const claims = {
    iss: account.clientEmail,
    aud: audience,
    iat: issued,
    exp: issued + lifetimeS,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(subject !== undefined && { sub: subject }),
  };
  const body = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  let signature: Buffer;
  try {
    signature = sign('RSA-SHA256', Buffer.from(body), createPrivateKey(account.privateKey));
  } catch {
    throw new RestFailure('unauthorized', "the service account's private key cannot be used");
  }
  return `${body}.${signature.toString('base64url')}`;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
