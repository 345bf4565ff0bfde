import type { OAuth2Spec } from '../dadl/model.ts';
import type { HttpClient } from '../http/http-client.ts';
import { readBody } from '../http/read-body.ts';
import { noSecrets } from '../http/redirect.ts';
import { within } from '../http/within.ts';
import { RestFailure } from '../rest-failure.ts';
import { withHeaders, type Auth } from './auth.ts';
import type { ReadCredential } from './credential-reader.ts';
import { createAssertion, jwtGrant, parseServiceAccount } from './jwt-assertion.ts';
import type { Secrets } from './secrets.ts';
import type { Token, TokenCache } from './token-cache.ts';

export interface OAuth2Options {
  readonly backend: string;
  readonly spec: OAuth2Spec;
  readonly http: HttpClient;
  readonly read: ReadCredential;
  /** Keeps a rotated refresh token; absent when nothing can be written. */
  readonly store?: ((logical: string, secret: string) => Promise<void>) | undefined;
  readonly secrets: Secrets;
  readonly tokens: TokenCache;
  readonly now: () => number;
}

const requestMs = 30_000;
const defaultLifetimeS = 3600;
const mostReplyBytes = 1_000_000;

export function createOAuth2Auth(options: OAuth2Options): Auth {
  const { backend, spec, read, secrets, tokens, now } = options;
  // A file can share another's tokens only when it would ask for the same ones.
  const key = JSON.stringify([spec.cacheKey ?? backend, { ...spec, cacheKey: '' }]);
  let missing: string | undefined;
  return {
    async apply(request, signal) {
      missing = await firstMissing(spec, read);
      if (missing !== undefined) return request;
      const token = await tokens.get(key, now() + spec.renewBeforeMs, () =>
        requestToken(options, signal),
      );
      secrets.add(token.value);
      return withHeaders(request, { authorization: `Bearer ${token.value}` });
    },
    renew() {
      tokens.drop(key);
      return missing === undefined;
    },
    missing: () => missing,
  };
}

async function firstMissing(spec: OAuth2Spec, read: ReadCredential): Promise<string | undefined> {
  const needed = [spec.clientId, spec.clientSecret, spec.refreshToken, spec.serviceAccount];
  for (const name of needed) {
    if (name !== undefined && (await read(name)) === undefined) return name;
  }
  return undefined;
}

async function requestToken(options: OAuth2Options, signal: AbortSignal): Promise<Token> {
  const { spec, http, secrets, now } = options;
  const { url, form, headers } = await tokenRequest(options);
  const reply = await within(requestMs, signal, async (own) => {
    const answer = await http.send(
      {
        method: 'POST',
        url,
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        body: Buffer.from(form.toString()),
        secrets: { ...noSecrets, headers: ['authorization'] },
      },
      own,
    );
    return {
      status: answer.status,
      text: (await readBody(answer, mostReplyBytes)).toString('utf8'),
    };
  });
  const fields = asRecord(reply.text);
  const value = fields['access_token'];
  if (reply.status !== 200 || typeof value !== 'string') {
    // Only the standard's error word: the rest of the body may repeat what was sent.
    const word =
      typeof fields['error'] === 'string' && /^[a-z_]{1,40}$/.test(fields['error'])
        ? ` (${fields['error']})`
        : '';
    throw new RestFailure(
      'unauthorized',
      `the token request failed with HTTP ${reply.status}${word}`,
      {
        httpStatus: reply.status,
      },
    );
  }
  secrets.add(value);
  await keepRotated(options, fields['refresh_token']);
  const seconds = Number(fields['expires_in'] ?? defaultLifetimeS);
  const lifetime = Number.isFinite(seconds) && seconds > 0 ? seconds : defaultLifetimeS;
  return { value, expiresAt: now() + lifetime * 1000, renewBeforeMs: spec.renewBeforeMs };
}

async function keepRotated({ spec, store, secrets }: OAuth2Options, next: unknown): Promise<void> {
  if (!spec.rotates || typeof next !== 'string' || spec.refreshToken === undefined) return;
  secrets.add(next);
  // The old token is spent now: a new one that is lost locks the user out.
  if (store === undefined)
    throw new RestFailure('unauthorized', 'the new refresh token cannot be kept');
  await store(spec.refreshToken, next).catch(() => {
    throw new RestFailure(
      'unauthorized',
      'the new refresh token could not be written to the keychain',
    );
  });
}

interface TokenRequest {
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
}

async function tokenRequest({ spec, read, secrets, now }: OAuth2Options): Promise<TokenRequest> {
  const secret = async (name: string | undefined): Promise<string> =>
    name === undefined ? '' : ((await read(name)) ?? '');
  if (spec.flow === 'jwt_bearer') {
    const account = parseServiceAccount(await secret(spec.serviceAccount));
    const address = spec.tokenUrl ?? account.tokenUri;
    if (address === undefined)
      throw new RestFailure(
        'unauthorized',
        'neither the file nor the service account names a token URL',
      );
    const assertion = createAssertion(account, address, spec, now());
    secrets.add(assertion);
    return {
      url: tokenUrl(address),
      form: new URLSearchParams({ grant_type: jwtGrant, assertion }),
      headers: {},
    };
  }
  const form = new URLSearchParams();
  const isRefresh = spec.flow !== 'client_credentials';
  form.set('grant_type', isRefresh ? 'refresh_token' : 'client_credentials');
  const [id, password] = [await secret(spec.clientId), await secret(spec.clientSecret)];
  const headers: Record<string, string> = {};
  if (spec.clientAuth === 'basic' && spec.clientSecret !== undefined) {
    const pair = `${encodeURIComponent(id)}:${encodeURIComponent(password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  } else {
    form.set('client_id', id);
    if (spec.clientSecret !== undefined) form.set('client_secret', password);
  }
  if (isRefresh) form.set('refresh_token', await secret(spec.refreshToken));
  else if (spec.scopes.length > 0) form.set('scope', spec.scopes.join(' '));
  return { url: tokenUrl(spec.tokenUrl ?? ''), form, headers };
}

function tokenUrl(text: string): URL {
  if (!URL.canParse(text)) throw new RestFailure('unauthorized', 'the token URL is not a URL');
  return new URL(text);
}

function asRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
