import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { lostAnswer, ReplyTooLarge } from '../mcp/lost-answer.ts';
import type { OriginTransport } from '../mcp/origins.ts';
import type { StreamWatch } from './watch-streams.ts';

type CreateStream = (watch: StreamWatch) => StreamableHTTPClientTransport;

/**
 * One session over HTTP in which every request has a transport of its own: the SDK's (1.32) hands on all
 * messages alike, so only this way is known on whose stream a question came, and that a stream ended
 * without its answer.
 */
export class StreamPerRequest implements OriginTransport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #create: CreateStream;
  /** Introduces us, sends what is no request, and hears what belongs to none. */
  readonly #session: StreamableHTTPClientTransport;
  readonly #waiting = new Map<RequestId, StreamableHTTPClientTransport>();
  readonly #origins = new WeakMap<object, RequestId>();
  #version: string | undefined;

  /** `create` makes a transport within the session. */
  constructor(session: StreamableHTTPClientTransport, create: CreateStream) {
    this.#create = create;
    this.#session = session;
    this.#session.onmessage = (message) => this.onmessage?.(message);
    this.#session.onclose = () => this.onclose?.();
    this.#session.onerror = (error) => this.onerror?.(error);
  }

  start(): Promise<void> {
    return this.#session.start();
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
    this.#session.setProtocolVersion(version);
  }

  originOf(message: object): RequestId | undefined {
    return this.#origins.get(message);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && 'id' in message && message.method !== 'initialize') {
      await this.#request(message);
      return;
    }
    await this.#session.send(message);
    // Nobody waits any longer on the stream of a request that is cancelled.
    if ('method' in message && message.method === 'notifications/cancelled')
      await this.#end(message.params?.['requestId'] as RequestId);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((id) => this.#end(id)));
    await this.#session.close();
  }

  async #request(request: JSONRPCRequest): Promise<void> {
    const { id } = request;
    const reply = { isStream: false, canResume: false };
    const stream = this.#create({
      opened: () => {
        reply.isStream = true;
      },
      ended: (error) => {
        if (reply.canResume && !(error instanceof ReplyTooLarge)) return;
        // Events that came before the end are still on their way.
        setImmediate(() => {
          this.#lose(id, stream, error);
        });
      },
    });
    stream.onmessage = (message) => {
      this.#origins.set(message, id);
      if (!('method' in message) && message.id === id) this.#waiting.delete(id);
      this.onmessage?.(message);
    };
    stream.onerror = (error) => this.onerror?.(error);
    this.#waiting.set(id, stream);
    await stream.start();
    if (this.#version !== undefined) stream.setProtocolVersion(this.#version);
    try {
      await stream.send(request, {
        onresumptiontoken: () => {
          reply.canResume = true;
        },
      });
      // A reply in one piece was read by now: one that only says it was taken, or holds something else.
      if (!reply.isStream) this.#lose(id, stream, undefined);
    } catch (error) {
      this.#waiting.delete(id);
      throw error;
    }
  }

  #lose(id: RequestId, stream: StreamableHTTPClientTransport, error: unknown): void {
    if (this.#waiting.get(id) !== stream) return;
    this.#waiting.delete(id);
    void stream.close().catch(() => undefined);
    this.onmessage?.(lostAnswer(id, error instanceof ReplyTooLarge ? 'too-large' : 'none'));
  }

  async #end(id: RequestId): Promise<void> {
    const stream = this.#waiting.get(id);
    this.#waiting.delete(id);
    await stream?.close();
  }
}
