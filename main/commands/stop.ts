import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { GatewayError } from '../platform/gateway-error.ts';
import type { Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { ControlConnection } from './control-connection.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh stop

Ends the running gateway: "toolmesh serve", one that a client started, or the tray app. Running calls are
cut off. A client that is still open starts a gateway again with its next "toolmesh stdio"; "toolmesh pause"
keeps the gateway and answers no call.`;

// Closing waits for backends and the audit; what takes longer is not waited for.
const mostMs = 20_000;

export const stopCommand: Command = {
  usage,
  async run(args) {
    parseArguments(args, {});
    const { socket } = commandWorld().paths;
    const control = await ControlConnection.open(socket);
    if (control === undefined)
      throw new GatewayError(
        'backend-unreachable',
        `No gateway runs (nobody answers at ${socket}), so there is nothing to stop`,
      );
    try {
      const { pid } = await control.ask('gateway.stop', null, z.looseObject({ pid: z.int() }));
      const ended = await endOf(pid);
      await print(ended ? 'The gateway has ended' : `The gateway is still ending (process ${pid})`);
      return 0;
    } finally {
      await control.close();
    }
  },
};

/** Whether the process ends in time: only then are its files free for the next one. */
async function endOf(pid: number): Promise<boolean> {
  const end = performance.now() + mostMs;
  while (performance.now() < end) {
    if (!isAlive(pid)) return true;
    await sleep(50);
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 asks only, on Windows too.
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
