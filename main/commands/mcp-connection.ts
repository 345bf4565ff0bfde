import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connectLocal } from '../endpoint/local-socket.ts';
import { helloLine } from '../endpoint/hello.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { LineReader } from '../platform/line-reader.ts';
import { startGateway, type RunningGateway } from '../start-gateway.ts';
import type { CommandWorld } from './command-world.ts';

/** A backend that does not answer is not waited for longer. */
const mostWaitMs = 3000;
const maxReplyBytes = 64 * 1024 * 1024;

/** What a command counts as when it names no client: the user at the keyboard. */
export const ownLabel = 'toolmesh';

/**
 * Runs `use` with an MCP client of the running gateway, or of one started for this command alone. A
 * command sees exactly what the client of that name would see.
 */
export async function withGateway<T>(
  world: CommandWorld,
  label: string | undefined,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  let own: RunningGateway | undefined;
  let socket = await connectLocal(world.paths.socket);
  if (socket === undefined) {
    own = await startGateway({ ...world, logger: quieter(world.logger) });
    // A gateway that runs has its backends' tools; one that is just starting would not list them.
    await Promise.race([own.firstAttempts(), pause(mostWaitMs, undefined, { ref: false })]);
    socket = await connectLocal(own.socket);
  }
  if (socket === undefined)
    throw new GatewayError('internal', 'The gateway that was just started does not answer');
  const client = new Client({ name: 'toolmesh', version: world.version });
  try {
    await client.connect(new ClientSocketTransport(socket, label ?? ownLabel));
    return await use(client);
  } finally {
    await client.close();
    await own?.close();
  }
}

/** One line per problem is for `check`; here only what went wrong matters. */
function quieter(logger: CommandWorld['logger']): CommandWorld['logger'] {
  return {
    log: (level, message, data) => {
      if (level === 'error') logger.log(level, message, data);
    },
  };
}

class ClientSocketTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #socket: Socket;
  readonly #label: string;

  constructor(socket: Socket, label: string) {
    this.#socket = socket;
    this.#label = label;
  }

  start(): Promise<void> {
    const lines = new LineReader(
      maxReplyBytes,
      (line) => {
        this.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      },
      () => this.onerror?.(new Error('a reply is too large')),
    );
    this.#socket.on('data', (chunk: Buffer) => {
      lines.push(chunk);
    });
    this.#socket.on('close', () => this.onclose?.());
    this.#socket.on('error', (error) => this.onerror?.(error));
    this.#socket.write(helloLine(this.#label));
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#socket.write(`${JSON.stringify(message)}\n`);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#socket.destroy();
    return Promise.resolve();
  }
}
