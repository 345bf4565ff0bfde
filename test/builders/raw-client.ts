import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface RawClient {
  readonly socket: Socket;
  write(bytes: string | Buffer): void;
  /** Sends messages, each in a line of its own. */
  send(...messages: readonly object[]): void;
  /** Everything that came up to the answer to a ping which is sent now. */
  untilPing(): Promise<readonly Record<string, unknown>[]>;
  /** The next message. */
  next(): Promise<Record<string, unknown>>;
  close(): void;
}

/** A client of the local socket that says exactly what a test wants. */
export async function rawClient(path: string): Promise<RawClient> {
  const socket = connect(path);
  await once(socket, 'connect');
  socket.write('{"toolmesh":1,"client":"raw"}\n');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const next = async (): Promise<Record<string, unknown>> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('the connection was closed');
    return JSON.parse(line.value) as Record<string, unknown>;
  };
  let pings = 0;
  const send = (...messages: readonly object[]): void => {
    const line = (each: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`;
    socket.write(messages.map(line).join(''));
  };
  return {
    socket,
    send,
    next,
    write: (bytes) => socket.write(bytes),
    untilPing: async () => {
      const id = `ping ${(pings += 1)}`;
      send({ id, method: 'ping' });
      const seen: Record<string, unknown>[] = [];
      for (let each = await next(); each['id'] !== id; each = await next()) seen.push(each);
      return seen;
    },
    close: () => socket.destroy(),
  };
}
