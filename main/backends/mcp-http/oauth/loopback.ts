import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deferred } from '../../../platform/deferred.ts';

export interface Loopback {
  readonly redirectUrl: string;
  /** What the authorization server sent back with the browser. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

const path = '/callback';
const page = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>ToolMesh</title><p style="font:1.2rem system-ui;margin:3rem">${text}`;

/** Waits on the loopback interface for the browser to come back. Without `port` any free one is taken. */
export async function listenForRedirect(port = 0): Promise<Loopback> {
  const { promise: answer, resolve } = deferred<URLSearchParams>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('connection', 'close');
    if (request.method !== 'GET' || url.pathname !== path) {
      response.writeHead(404).end(page('There is nothing here.'));
      return;
    }
    const failed = url.searchParams.has('error');
    response.end(
      page(
        failed
          ? 'The login was refused. You can close this page.'
          : 'You are logged in. You can close this page.',
      ),
    );
    resolve(url.searchParams);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  return {
    redirectUrl: `http://127.0.0.1:${String(bound)}${path}`,
    answer,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
