import { randomBytes } from 'node:crypto';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OpenBrowser } from '../../../platform/open-browser.ts';
import { waitUnlessAborted } from '../../../platform/wait-unless-aborted.ts';
import { listenForRedirect, type Loopback } from './loopback.ts';
import type { LoginRecord } from './login-record.ts';
import { namingResource, withResource } from './resource.ts';
import { coversScopes } from './scopes.ts';

export interface LoginOptions {
  readonly record: LoginRecord;
  /** From the entry, for servers that let nobody register by himself. */
  readonly registered?: RegisteredClient | undefined;
  readonly scope?: string | undefined;
  readonly resourceMetadataUrl?: URL | undefined;
  readonly fetch: FetchLike;
  readonly openBrowser: OpenBrowser;
  readonly timeoutMs: number;
  /** Ends it before anybody has logged in. */
  readonly signal: AbortSignal;
}

export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** The redirect address it was registered with has this port. */
  readonly callbackPort?: number | undefined;
}

/** One login of a person in a browser, by MCP's authorization of 2025-11-25: discovery, PKCE, loopback. */
export async function logIn(options: LoginOptions): Promise<LoginRecord> {
  const loopback = await listenWhereRegistered(options);
  try {
    return await untilCancelled(exchange(options, loopback), options.signal);
  } finally {
    loopback.close();
  }
}

// A server may compare redirect addresses to the letter, so the port of the registration is tried first.
async function listenWhereRegistered({ record, registered }: LoginOptions): Promise<Loopback> {
  if (registered?.callbackPort !== undefined) return listenForRedirect(registered.callbackPort);
  const known = redirectsOf(record)[0];
  const port = known === undefined ? 0 : Number(new URL(known).port);
  return listenForRedirect(port).catch(() => listenForRedirect());
}

async function exchange(options: LoginOptions, loopback: Loopback): Promise<LoginRecord> {
  const { record, registered, scope, resourceMetadataUrl } = options;
  const { serverUrl } = record;
  const fetchFn = namingResource(options.fetch, serverUrl);
  const state = randomBytes(24).toString('base64url');
  let result: LoginRecord = { serverUrl };
  if (registered === undefined && fits(record.client, loopback.redirectUrl, scope))
    result = { ...result, client: record.client };
  let verifier = '';
  const clientMetadata = {
    client_name: 'ToolMesh',
    redirect_uris: [loopback.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    // OpenID Connect servers let only native clients come back to a loopback address.
    application_type: 'native',
    ...(scope !== undefined && { scope }),
  };
  const provider: OAuthClientProvider = {
    redirectUrl: loopback.redirectUrl,
    clientMetadata,
    state: () => state,
    clientInformation: () =>
      registered === undefined
        ? result.client
        : { client_id: registered.clientId, client_secret: registered.clientSecret },
    ...(registered === undefined && {
      saveClientInformation: (client) => {
        result = { ...result, client };
      },
    }),
    // A login is a new one: what was there before has failed.
    tokens: () => undefined,
    saveTokens: (tokens) => {
      result = { ...result, tokens };
    },
    redirectToAuthorization: (url) => {
      options.signal.throwIfAborted();
      result = { ...result, scope: url.searchParams.get('scope') ?? undefined };
      return options.openBrowser(pageOf(withResource(url, serverUrl)));
    },
    saveCodeVerifier: (text) => {
      verifier = text;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (discovery) => {
      result = { ...result, discovery };
    },
    discoveryState: () => result.discovery,
  };
  const request = { serverUrl, fetchFn, ...(scope !== undefined && { scope }) };
  await auth(provider, { ...request, ...(resourceMetadataUrl && { resourceMetadataUrl }) });
  const authorizationCode = codeOf(await within(loopback.answer, options.timeoutMs), state, result);
  await auth(provider, { ...request, authorizationCode });
  if (registered === undefined) return result;
  return { ...result, client: { client_id: registered.clientId } };
}

// The address comes from the server's metadata; a browser would also open files and other programs.
function pageOf(url: URL): string {
  if (url.protocol === 'https:' || url.protocol === 'http:') return url.href;
  throw new Error(`the login page is no web page ("${url.protocol}")`);
}

function codeOf(answer: URLSearchParams, state: string, { discovery }: LoginRecord): string {
  if (answer.get('state') !== state) throw new Error('the answer belongs to another login');
  const error = answer.get('error');
  if (error !== null) throw new Error(answer.get('error_description') ?? error);
  // RFC 9207: a code of another server must not be spent here.
  const issuer = answer.get('iss');
  const expected = discovery?.authorizationServerMetadata?.issuer;
  if (issuer !== null && expected !== undefined && issuer !== expected)
    throw new Error(`the answer is from "${issuer}", not from "${expected}"`);
  const code = answer.get('code');
  if (code === null) throw new Error('the answer holds no code');
  return code;
}

function redirectsOf({ client }: LoginRecord): readonly string[] {
  return client !== undefined && 'redirect_uris' in client ? client.redirect_uris : [];
}

/** Whether a client that registered itself may ask for this; one with fewer scopes registers again. */
function fits(
  client: LoginRecord['client'],
  redirectUrl: string,
  scope: string | undefined,
): boolean {
  if (client === undefined || !('redirect_uris' in client)) return false;
  if (!client.redirect_uris.includes(redirectUrl)) return false;
  return client.scope === undefined || coversScopes(client.scope, scope);
}

async function untilCancelled(
  work: Promise<LoginRecord>,
  signal: AbortSignal,
): Promise<LoginRecord> {
  // What it still does after that meets a closed door.
  if (await waitUnlessAborted(work, signal)) throw new Error('the login was cancelled');
  return work;
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`nobody logged in within ${String(ms / 60_000)} minutes`));
    }, ms);
    timer.unref();
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
