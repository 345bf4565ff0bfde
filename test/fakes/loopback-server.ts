import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as JSON unless it is a text or bytes. */
  readonly body?: unknown;
}

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** The same server by another of its names. */
  readonly otherUrl: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** A real HTTP server that answers what `answer` says and remembers what it was asked. */
export async function startLoopback(
  answer: (request: SeenRequest) => Reply | Promise<Reply>,
): Promise<LoopbackServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://loopback');
      const seen: SeenRequest = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(seen);
      void Promise.resolve(answer(seen)).then(({ status = 200, headers = {}, body }) => {
        const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
        const type = isRaw ? {} : { 'content-type': 'application/json' };
        outgoing.writeHead(status, { ...type, ...(headers as Record<string, string>) });
        outgoing.end(body === undefined ? undefined : isRaw ? body : JSON.stringify(body));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    otherUrl: `http://localhost:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
