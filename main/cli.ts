// The `toolmesh` command. Each verb is loaded when it is asked for, so that `stdio` starts at once.
import { runCommand } from './commands/run-command.ts';

// The reader of a pipe may go away first (`| head`). Who writes hears of it, and of every other trouble, too.
process.stdout.on('error', () => undefined);
process.exitCode = await runCommand(process.argv.slice(2));
