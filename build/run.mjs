// Runs a program in the foreground: its output and input are ours, signals reach it, its exit code is the answer.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = ['SIGTERM', 'SIGHUP', 'SIGINT'];

export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    // Ctrl+C in a terminal reaches the child already; a second SIGINT makes many programs give up at once.
    const forward = (signal) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    const done = () => forwarded.forEach((signal) => process.off(signal, forward));
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      done();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
