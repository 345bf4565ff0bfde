import { once } from 'node:events';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { controlHelloLine } from '../endpoint/hello.ts';
import { connectLocal } from '../endpoint/local-socket.ts';
import { errorCodes, GatewayError } from '../platform/gateway-error.ts';
import { LineReader } from '../platform/line-reader.ts';

const maxReplyBytes = 64 * 1024 * 1024;

const reply = z.union([
  z.looseObject({ id: z.int(), ok: z.literal(true), value: z.unknown() }),
  z.looseObject({
    id: z.int(),
    ok: z.literal(false),
    code: z.enum(errorCodes).catch('internal'),
    message: z.string(),
  }),
]);
type Reply = z.infer<typeof reply>;

/** Questions to the running gateway. */
export class ControlConnection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #nextId = 0;

  /** Undefined when no gateway runs. */
  static async open(socketPath: string): Promise<ControlConnection | undefined> {
    const socket = await connectLocal(socketPath);
    return socket && new ControlConnection(socket);
  }

  /** Rejects when no gateway runs; `purpose` says what it was wanted for, like "to pause". */
  static async expect(socketPath: string, purpose: string): Promise<ControlConnection> {
    const found = await ControlConnection.open(socketPath);
    if (found !== undefined) return found;
    throw new GatewayError(
      'backend-unreachable',
      `No gateway runs, so there is none ${purpose}; start the app or "toolmesh serve"`,
    );
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    const lines = new LineReader(
      maxReplyBytes,
      (line) => {
        const parsed = reply.safeParse(JSON.parse(line));
        if (!parsed.success) return;
        this.#waiting.get(parsed.data.id)?.(parsed.data);
        this.#waiting.delete(parsed.data.id);
      },
      () => socket.destroy(),
    );
    socket.on('data', (chunk: Buffer) => {
      lines.push(chunk);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const message = 'The gateway went away before it answered; try again';
      for (const [id, settle] of this.#waiting)
        settle({ id, ok: false, code: 'internal', message });
      this.#waiting.clear();
    });
    socket.write(controlHelloLine());
  }

  /** The answer, checked; rejects with the gateway's own error. */
  async ask<S extends z.ZodType>(method: string, input: unknown, output: S): Promise<z.infer<S>> {
    const id = (this.#nextId += 1);
    const answered = new Promise<Reply>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.#socket.write(`${JSON.stringify({ id, method, input })}\n`);
    const found = await answered;
    if (!found.ok) throw new GatewayError(found.code, found.message);
    return output.parse(found.value);
  }

  async close(): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = once(this.#socket, 'close');
    this.#socket.destroy();
    await closed;
  }
}
