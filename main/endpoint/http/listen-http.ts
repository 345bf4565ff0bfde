// The door for clients that come by HTTP: a web page is turned away, a token says who it is, and every
// session belongs to the token that opened it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TokenInfo, TokenStore } from '../tokens/token-store.ts';
import { HttpClientTransport } from './http-client-transport.ts';
import { HttpSessions } from './http-sessions.ts';
import { readBody } from './read-body.ts';
import { HttpRefusal, refuseRequest } from './refuse-request.ts';

export interface HttpOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly tokens: TokenStore;
  /** Told of every failure that is not the client's. */
  readonly onError: (error: unknown) => void;
  /** Serves a client until its transport closes. */
  readonly welcome: (transport: HttpClientTransport, token: TokenInfo) => Promise<void>;
}

export interface HttpListener {
  /** Of the MCP endpoint. */
  readonly url: string;
  close(): Promise<void>;
}

const endpointPath = '/mcp';
const maxRequestBytes = 10 * 1024 * 1024;

/** Rejects with the system's error when the port is taken. */
export async function listenHttp(options: HttpOptions): Promise<HttpListener> {
  const { host, port, tokens } = options;
  const sessions = new HttpSessions(tokens);
  const server = createServer((request, response) => {
    answer(request, response, options, sessions).catch((error: unknown) => {
      if (error instanceof HttpRefusal) {
        refuse(response, error.status, error.message);
        return;
      }
      // The token file or a bug of ours: which one is for this machine's log, not for the caller.
      options.onError(error);
      refuse(response, 500, 'The gateway could not answer; its log says why');
    });
  });
  await listening(server, host, port);
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}${endpointPath}`,
    close: async () => {
      await sessions.closeAll();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { host, tokens, welcome }: HttpOptions,
  sessions: HttpSessions,
): Promise<void> {
  refuseRequest(request.headers, host);
  if (request.url?.split('?')[0] !== endpointPath) {
    throw new HttpRefusal(404, `MCP is at ${endpointPath}`);
  }
  const token = await tokens.find(bearerOf(request));
  if (token === undefined) {
    throw new HttpRefusal(401, 'A token of "toolmesh tokens create NAME" must be sent as Bearer');
  }
  const body = request.method === 'POST' ? await readBody(request, maxRequestBytes) : undefined;
  const id = request.headers['mcp-session-id'];
  if (typeof id === 'string') {
    if (await sessions.serve(id, token, { request, response, body })) return;
    // 404 makes a client begin again, which is right after a restart of the gateway, too.
    throw new HttpRefusal(404, 'The session is over');
  }
  const transport = new HttpClientTransport((opened) => {
    sessions.add(opened, transport, token);
  });
  await welcome(transport, token);
  await transport.handle(request, response, body);
}

function bearerOf({ headers }: IncomingMessage): string {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // What is left of the request is not read.
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  response.writeHead(status, {
    'content-type': 'application/json',
    connection: 'close',
    ...challenge,
  });
  const error = { code: -32000, message };
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
