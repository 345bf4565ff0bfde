import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Another process's socket sends no event, so it is tried until it answers or the program is gone. */
export async function listening(socket: string, program: ChildProcess): Promise<void> {
  while (program.exitCode === null && program.signalCode === null) {
    if (await accepts(socket)) return;
    await pause(100);
  }
  throw new Error(`${program.spawnfile} ended with code ${String(program.exitCode)}`);
}

function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('error', () => {
      resolve(false);
    });
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
  });
}
