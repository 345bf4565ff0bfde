import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestId } from '../call-lane.ts';
import type { ClientTransport } from '../client-transport.ts';

/** MCP over streamable HTTP for one session. */
export class HttpClientTransport implements ClientTransport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #inner: StreamableHTTPServerTransport;

  /** `onOpen` gets the session's id once the client has said initialize. */
  constructor(onOpen: (id: string) => void) {
    this.#inner = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: onOpen,
    });
    this.#inner.onmessage = (message) => this.onmessage?.(message);
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    return this.#inner.handleRequest(request, response, body);
  }

  send(message: JSONRPCMessage, options?: { relatedRequestId?: RequestId }): Promise<void> {
    return this.#inner.send(message, options);
  }

  sendText(json: string, forRequest?: RequestId): void {
    const message = JSON.parse(json) as JSONRPCMessage;
    const options = forRequest === undefined ? {} : { relatedRequestId: forRequest };
    // The client went away while its tool ran: nobody waits for the answer any more.
    this.#inner.send(message, options).catch(() => undefined);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
