import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Agent, fetch } from 'undici';

export interface HttpTransportOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly tlsSkipVerify: boolean;
  /** Reads the key at call time, so that it is nowhere but here and in the request. */
  readonly apiKey?: (() => Promise<string | undefined>) | undefined;
}

/** Streamable HTTP with the backend's key on every request and a connection pool of its own. */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const agent = new Agent({
    // A reply may take as long as the call's own timeout; streams stay open.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { rejectUnauthorized: !options.tlsSkipVerify, timeout: 10_000 },
  });
  const send: FetchLike = async (url, init) => {
    const headers = new Headers(init?.headers);
    const key = await options.apiKey?.();
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    // The SDK's bodies are strings, which undici sends with Content-Length; Netdata hangs on chunks.
    const request = { ...init, headers: [...headers], dispatcher: agent };
    // undici's own types differ from the DOM's in name only; the SDK uses what both have.
    const reply: unknown = await fetch(url, request);
    return reply as Response;
  };
  const transport = new StreamableHTTPClientTransport(new URL(options.url), {
    fetch: send,
    requestInit: { headers: { ...options.headers } },
  });
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await close();
    await agent.destroy();
  };
  return transport;
}

/** The URL as it may be shown: without user, password and query, which may hold keys. */
export function shownUrl(text: string): string {
  const url = new URL(text);
  return `${url.protocol}//${url.host}${url.pathname}`;
}
