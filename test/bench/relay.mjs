// A process that only passes bytes on: `node relay.mjs COMMAND ARGS…`. Two in a row are what any gateway over
// stdio needs, the one its client starts and the one that owns the backend; nothing is read or decided in them.
import { spawn } from 'node:child_process';

const [, , command, ...args] = process.argv;
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);
child.once('exit', () => process.exit());
