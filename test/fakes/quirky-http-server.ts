// An MCP server over HTTP with the habits of real ones. Written without the SDK, since most of the habits
// are what the SDK would not let one do.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Headers of an answer that is a stream of events. */
export const events = { 'content-type': 'text/event-stream' };

export function event(message: object): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
}

/** Takes the answer to one call into its own hands. */
export type Habit = (response: ServerResponse, message: Message) => void;

export interface QuirkyHttpServer {
  readonly url: string;
  readonly port: number;
  /** How calls are answered; undefined: with their arguments. */
  habit: Habit | undefined;
  /** How a client is introduced; undefined: as it should be. */
  welcome: Habit | undefined;
  /** What is answered to a session that is not known: 404 by the protocol, 400 of many servers. */
  unknownSession: number;
  tools: readonly string[];
  /** Open streams on which it may speak by itself. */
  readonly listeners: Set<ServerResponse>;
  /** Runs after the list for an answer was taken and before it is sent. */
  beforeList: (() => void) | undefined;
  readonly introductions: number;
  readonly lists: number;
  readonly pings: number;
  readonly calls: number;
  /** Introduces a client as it should be. */
  readonly introduce: Habit;
  /** No session is known any more, as after a restart behind a proxy. */
  forget(): void;
  /** No connection is open, either. */
  restart(): void;
  close(): Promise<void>;
}

export async function startQuirkyHttp(port = 0): Promise<QuirkyHttpServer> {
  const sessions = new Set<string>();
  const state = {
    habit: undefined as Habit | undefined,
    welcome: undefined as Habit | undefined,
    unknownSession: 404,
    tools: ['echo'] as readonly string[],
    listeners: new Set<ServerResponse>(),
    beforeList: undefined as (() => void) | undefined,
    introductions: 0,
    lists: 0,
    pings: 0,
    calls: 0,
  };
  function introduce(response: ServerResponse, message: Message): void {
    const fresh = `session-${state.introductions}`;
    sessions.add(fresh);
    const { protocolVersion } = message.params ?? {};
    const serverInfo = { name: 'quirky', version: '1' };
    const capabilities = { tools: { listChanged: true } };
    const result = { protocolVersion, capabilities, serverInfo };
    answer(response, message, result, { 'mcp-session-id': fresh });
  }
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const session = request.headers['mcp-session-id'];
      const message = (text === '' ? {} : JSON.parse(text)) as Message;
      if (message.method === 'initialize') {
        state.introductions += 1;
        if (state.welcome !== undefined) {
          state.welcome(response, message);
          return;
        }
        introduce(response, message);
        return;
      }
      if (typeof session !== 'string' || !sessions.has(session)) {
        response.writeHead(state.unknownSession).end('no such session');
        return;
      }
      if (request.method === 'GET') {
        response.writeHead(200, events).flushHeaders();
        state.listeners.add(response);
        response.on('close', () => state.listeners.delete(response));
        return;
      }
      if (message.id === undefined || message.method === undefined) {
        response.writeHead(202).end();
        return;
      }
      if (message.method === 'tools/list') {
        const tools = state.tools.map((name) => ({ name, inputSchema: { type: 'object' } }));
        state.lists += 1;
        state.beforeList?.();
        answer(response, message, { tools });
        return;
      }
      if (message.method !== 'tools/call') {
        state.pings += 1;
        answer(response, message, {});
        return;
      }
      state.calls += 1;
      if (state.habit !== undefined) state.habit(response, message);
      else answer(response, message, { content: [], args: message.params?.['arguments'] });
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${own}/mcp`,
    port: own,
    introduce,
    forget: () => {
      sessions.clear();
    },
    restart: () => {
      sessions.clear();
      server.closeAllConnections();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

function answer(
  response: ServerResponse,
  { id }: Message,
  result: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
