// Programs that run beside the tests.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The first line the program writes there; rejects when it ends or can't be started. */
export async function firstLine(
  child: ChildProcess,
  output: Readable,
  program: string,
): Promise<string> {
  const failed = Promise.race([once(child, 'error'), once(child, 'exit')]).then(
    () => undefined,
    () => undefined,
  );
  const line = once(createInterface(output), 'line').then(([text]) => text as string);
  const first = await Promise.race([line, failed]);
  if (first === undefined) throw new Error(`${program} is not installed or did not start`);
  return first;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
