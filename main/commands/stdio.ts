import { once } from 'node:events';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { helloLine } from '../endpoint/hello.ts';
import type { Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';
import { clientLabel } from './client-label.ts';
import { reachGateway } from './reach-gateway.ts';

const usage = `Usage: toolmesh stdio [--client ID]

Serves one MCP client on stdin and stdout: this is what an MCP client starts. Connects to the running
gateway; if there is none it starts the tray app, and where there is no display the headless gateway.
--client names the client for access rules and the audit, for example "claude-desktop".`;

export const stdioCommand: Command = {
  usage,
  async run(args) {
    const { values } = parseArguments(args, { client: { type: 'string' } });
    const label = clientLabel(values.client);
    const socket = await reachGateway(commandWorld());
    socket.write(helloLine(label));
    await bridge(socket);
    return 0;
  },
};

/** Bytes both ways until one side ends. Nothing is parsed: the gateway and the client speak to each other. */
async function bridge(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  const toGateway = pipeline(process.stdin, socket).catch(() => undefined);
  const toClient = pipeline(socket, process.stdout, { end: false }).catch(() => undefined);
  // The client closing stdin is its goodbye; the gateway closing is ours.
  await Promise.race([closed, Promise.all([toGateway, toClient])]);
  await toClient;
  process.stdin.destroy();
  socket.destroy();
}
