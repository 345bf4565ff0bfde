import { extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Agent } from 'undici';
import { createLeanFetch } from './lean-fetch.ts';
import type { BackendLogin } from './oauth/backend-login.ts';
import { StreamPerRequest } from './stream-per-request.ts';
import { reconnectionOptions, watchListening } from './watch-listening.ts';
import { noWatch, watchStreams } from './watch-streams.ts';

export interface HttpTransportOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly tlsSkipVerify: boolean;
  /** Reads the key at call time, so that it is nowhere but here and in the request. */
  readonly apiKey?: (() => Promise<string | undefined>) | undefined;
  /** Used when the server asks for a login. */
  readonly login?: BackendLogin | undefined;
}

/** Over connections of its own, with `tls_skip_verify` and no time limit. */
interface HttpFetch {
  readonly fetch: FetchLike;
  close(): Promise<void>;
}

function createHttpFetch(tlsSkipVerify: boolean): HttpFetch {
  const agent = new Agent({
    // A reply may take as long as the call's own timeout; streams stay open.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { rejectUnauthorized: !tlsSkipVerify, timeout: 10_000 },
  });
  return {
    fetch: createLeanFetch(agent),
    close: () => agent.destroy(),
  };
}

/** For a login's requests, which are rare and short: the pool closes its connections by itself. */
export function createLoginFetch(tlsSkipVerify: boolean): FetchLike {
  const http = createHttpFetch(tlsSkipVerify);
  return async (url, init) => {
    const reply = await http.fetch(url, init);
    const text = await reply.text();
    // The SDK (1.32) reads a refusal only from the global Response; undici's package has one of its own.
    const { status, statusText } = reply;
    return new Response(text === '' ? null : text, {
      status,
      statusText,
      headers: [...reply.headers],
    });
  };
}

/** Streamable HTTP with the backend's key on every request and a connection pool of its own. */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const http = createHttpFetch(options.tlsSkipVerify);
  const send: FetchLike = async (url, init) => {
    const key = await options.apiKey?.();
    const sent = key === undefined ? init : authorized(init, key);
    return options.login === undefined
      ? http.fetch(url, sent)
      : sendLoggedIn(options.login, url, sent);
  };
  const sendLoggedIn = async (
    login: BackendLogin,
    url: string | URL,
    init: RequestInit | undefined,
  ): Promise<Response> => {
    let token = await login.token();
    for (let tries = 0; ; tries += 1) {
      const reply = await http.fetch(url, token === undefined ? init : authorized(init, token));
      const wants = tries < mostTokens ? wantedOf(reply, token) : undefined;
      if (wants === undefined) return reply;
      const challenge = extractWWWAuthenticateParams(reply);
      await reply.body?.cancel();
      token = await login[wants](token, challenge);
    }
  };
  const url = new URL(options.url);
  const create = (fetch: FetchLike, sessionId?: string): StreamableHTTPClientTransport =>
    new StreamableHTTPClientTransport(url, {
      fetch,
      requestInit: { headers: { ...options.headers } },
      reconnectionOptions,
      ...(sessionId !== undefined && { sessionId }),
    });
  const listen = watchListening(send, () => void transport.close().catch(() => undefined));
  const session = create(watchStreams(listen, noWatch));
  const transport = new StreamPerRequest(session, (watch) =>
    create(watchStreams(send, watch), session.sessionId),
  );
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await close();
    await http.close();
  };
  return transport;
}

// A token may be too old, and the next one may lack rights; a third refusal is the server's last word.
const mostTokens = 2;

function authorized(init: RequestInit = {}, token: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** What a refused request needs: another token, or one with more rights. Undefined when it is no matter of a login. */
function wantedOf(reply: Response, token: string | undefined): 'renew' | 'widen' | undefined {
  const said = reply.headers.get('www-authenticate') ?? '';
  const isBearer = /^bearer\b/i.test(said);
  // A server that wants a key of its own kind says 401 as well, and has no login.
  if (reply.status === 401 && (token !== undefined || isBearer)) return 'renew';
  const lacksRights = isBearer && /\berror="?insufficient_scope\b/i.test(said);
  return reply.status === 403 && lacksRights ? 'widen' : undefined;
}

/** The URL as it may be shown: without user, password and query, which may hold keys. */
export function shownUrl(text: string): string {
  const url = new URL(text);
  return `${url.protocol}//${url.host}${url.pathname}`;
}
