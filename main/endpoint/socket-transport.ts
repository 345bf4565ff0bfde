import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Socket } from 'node:net';
import { LineReader } from '../platform/line-reader.ts';
import { messageIdIn } from '../platform/message-id-in.ts';
import type { ClientTransport } from './client-transport.ts';
import { helloSchema, type Hello } from './hello.ts';

// The SDK's stdio transports take 10 MiB a line; above that a request is answered with an error.
const maxRequestBytes = 10 * 1024 * 1024;

// A client that does not read would grow the queue without limit.
const maxQueuedBytes = 64 * 1024 * 1024;

/** MCP over a local socket: newline JSON after a hello line. */
export class SocketTransport implements ClientTransport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #socket: Socket;

  /** `onHello` is called once, before any message; a wrong first line ends the connection. */
  constructor(socket: Socket, onHello: (hello: Hello) => void) {
    this.#socket = socket;
    let greeted = false;
    const lines = new LineReader(
      maxRequestBytes,
      (line) => {
        const value = parse(line);
        if (greeted) {
          this.#receive(value);
          return;
        }
        const hello = helloSchema.safeParse(value);
        if (!hello.success) {
          socket.end(
            '{"toolmesh":1,"refused":"the first line is no hello; start this client through toolmesh stdio"}\n',
          );
          return;
        }
        greeted = true;
        onHello(hello.data);
      },
      (head, tail) => {
        this.#refuseTooLong(head, tail);
      },
    );
    socket.on('data', (chunk: Buffer) => {
      lines.push(chunk);
    });
    socket.on('error', (error) => this.onerror?.(error));
    socket.on('close', () => this.onclose?.());
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.sendText(JSON.stringify(message));
    return Promise.resolve();
  }

  /** Sends a message that is JSON already. */
  sendText(json: string): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(`${json}\n`);
    if (this.#socket.writableLength > maxQueuedBytes) this.#socket.destroy();
  }

  close(): Promise<void> {
    this.#socket.end();
    return Promise.resolve();
  }

  /** Several at once came with MCP 2025-03-26 and went with the next version; each is answered by itself. */
  #receive(value: unknown): void {
    if (Array.isArray(value) && value.length > 0) {
      for (const each of value as unknown[]) this.#receiveOne(each);
      return;
    }
    this.#receiveOne(value);
  }

  #receiveOne(value: unknown): void {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      this.onmessage?.(value as JSONRPCMessage);
      return;
    }
    this.sendText(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not a JSON object"}}',
    );
  }

  // The line was never kept, but its ends name the request, so its sender need not wait for ever.
  #refuseTooLong(head: string, tail: string): void {
    const id = JSON.stringify(messageIdIn(head, tail) ?? null);
    const message = `the request has more than ${maxRequestBytes} bytes; send less at a time`;
    this.sendText(
      `{"jsonrpc":"2.0","id":${id},"error":{"code":-32600,"message":${JSON.stringify(message)}}}`,
    );
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
