import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TokenInfo, TokenStore } from '../tokens/token-store.ts';
import type { HttpClientTransport } from './http-client-transport.ts';

interface HttpSession {
  readonly transport: HttpClientTransport;
  /** The token that opened it; nobody else's may use it. */
  readonly token: string;
  /** Responses that are still open, the stream for notifications among them. */
  open: number;
  lastSeen: number;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
}

// Clients rarely say goodbye over HTTP.
const idleMs = 30 * 60 * 1000;
const sweepMs = 2000;
const mostSessions = 200;

/** Sessions over HTTP by their id. They end with their token, and when nobody has used them for long. */
export class HttpSessions {
  readonly #tokens: TokenStore;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(tokens: TokenStore) {
    this.#tokens = tokens;
    this.#sweeper = setInterval(() => void this.#sweep().catch(() => undefined), sweepMs).unref();
  }

  add(id: string, transport: HttpClientTransport, token: TokenInfo): void {
    const session = { transport, token: keyOf(token), open: 0, lastSeen: performance.now() };
    this.#sessions.set(id, session);
    if (this.#sessions.size <= mostSessions) return;
    const [oldest] = [...this.#sessions].sort(([, a], [, b]) => a.lastSeen - b.lastSeen);
    if (oldest !== undefined) this.#end(oldest[0]);
  }

  /** False when there is no such session for this token. */
  async serve(id: string, token: TokenInfo, exchange: Exchange): Promise<boolean> {
    const { request, response, body } = exchange;
    const session = this.#sessions.get(id);
    if (session?.token !== keyOf(token)) return false;
    session.open += 1;
    session.lastSeen = performance.now();
    response.once('close', () => {
      session.open -= 1;
      session.lastSeen = performance.now();
    });
    await session.transport.handle(request, response, body);
    if (request.method === 'DELETE') this.#end(id);
    return true;
  }

  async closeAll(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
    this.#sessions.clear();
  }

  /** A revoked token must not go on through a stream that is open already. */
  async #sweep(): Promise<void> {
    if (this.#sessions.size === 0) return;
    const tokens = new Set((await this.#tokens.list()).map(keyOf));
    const oldest = performance.now() - idleMs;
    for (const [id, { token, open, lastSeen }] of this.#sessions) {
      if (!tokens.has(token) || (open === 0 && lastSeen < oldest)) this.#end(id);
    }
  }

  #end(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    void session?.transport.close().catch(() => undefined);
  }
}

/** A token made again under a revoked one's name is another one. */
function keyOf({ name, createdAt }: TokenInfo): string {
  return `${name} ${createdAt}`;
}
