// The `toolmesh` command. Each verb is loaded when it is asked for, so that `stdio` starts at once.
import { runCommand } from './commands/run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2));
