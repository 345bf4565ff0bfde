import { z } from 'zod';
import type { Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { ControlConnection } from './control-connection.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';

export const pauseCommand = command('pause', true, 'Calls are answered with "paused"');
export const resumeCommand = command('resume', false, 'Calls are answered again');

function command(verb: string, paused: boolean, done: string): Command {
  return {
    usage: `Usage: toolmesh ${verb}\n\nOf the running gateway; clients stay connected.`,
    async run(args) {
      parseArguments(args, {});
      const control = await ControlConnection.expect(commandWorld().paths.socket, `to ${verb}`);
      try {
        await control.ask('gateway.pause', paused, z.unknown());
      } finally {
        await control.close();
      }
      await print(done);
      return 0;
    },
  };
}
