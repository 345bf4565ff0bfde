import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { cliFile, type OwnHome } from './own-home.ts';

export interface CliRun {
  readonly code: number;
  /** Lines of stdout. */
  readonly lines: readonly string[];
  readonly stderr: string;
}

/** `toolmesh …` as a person types it, in the home's units folder or in `cwd`. */
export async function runCli(
  home: OwnHome,
  args: readonly string[],
  cwd: string = home.folder,
): Promise<CliRun> {
  const child = spawn(process.execPath, [cliFile, ...args], { env: home.env, cwd });
  child.stdin.end();
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { code, lines: stdout.split('\n').filter((line) => line !== ''), stderr };
}
