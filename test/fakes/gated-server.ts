import { deferred } from '../../main/platform/deferred.ts';
import { startLoopback, type Reply } from './loopback-server.ts';

export interface GatedServer {
  /** Of its MCP endpoint. */
  readonly url: string;
  /** Most calls of "hold" that were open at one time. */
  readonly mostOpen: number;
  /** Settles when so many calls of "hold" are open. */
  opened(count: number): Promise<void>;
  /** Answers every call of "hold", the open ones and later ones. */
  release(): void;
  close(): Promise<void>;
}

const input = { type: 'object', properties: { q: { type: 'string' } } };
const tools = [
  { name: 'search', description: 'Finds entries', inputSchema: input },
  { name: 'hold', description: 'Answers once it is let', inputSchema: input },
  { name: 'odd/name', inputSchema: { type: 'object' } },
  { name: 'refuse', inputSchema: { type: 'object' } },
];

/** An MCP server over HTTP whose answers a test can hold back. */
export async function startGated(): Promise<GatedServer> {
  const gate = deferred<undefined>();
  const waiting: { readonly count: number; readonly arrive: () => void }[] = [];
  let open = 0;
  let mostOpen = 0;
  let isReleased = false;

  async function callTool(name: string, args: unknown): Promise<unknown> {
    if (name === 'refuse') return { content: [{ type: 'text', text: 'not today' }], isError: true };
    if (name === 'hold' && !isReleased) {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      for (const { count, arrive } of waiting) if (open >= count) arrive();
      await gate.promise;
      open -= 1;
    }
    return { content: [{ type: 'text', text: JSON.stringify({ found: args }) }] };
  }

  async function answer(body: string): Promise<Reply> {
    const { id, method, params } = JSON.parse(body) as {
      readonly id?: number;
      readonly method: string;
      readonly params?: Readonly<Record<string, unknown>>;
    };
    if (id === undefined) return { status: 202 };
    const result = await (async () => {
      switch (method) {
        case 'initialize':
          return {
            protocolVersion: params?.['protocolVersion'],
            capabilities: { tools: {} },
            serverInfo: { name: 'gated', version: '1.0.0' },
          };
        case 'tools/list':
          return { tools };
        default:
          return callTool(String(params?.['name']), params?.['arguments']);
      }
    })();
    return { body: { jsonrpc: '2.0', id, result } };
  }

  const server = await startLoopback(({ method, body }) =>
    method === 'POST' ? answer(body) : { status: 405 },
  );
  return {
    url: `${server.url}/mcp`,
    get mostOpen() {
      return mostOpen;
    },
    opened: (count) =>
      open >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, arrive: resolve });
          }),
    release() {
      isReleased = true;
      gate.resolve(undefined);
    },
    close: () => server.close(),
  };
}
