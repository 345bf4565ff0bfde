import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Names of the programs that run now, as the system shows them; empty when it does not tell. */
export type RunningPrograms = () => Promise<readonly string[]>;

export function runningPrograms(platform: NodeJS.Platform): RunningPrograms {
  switch (platform) {
    case 'linux':
      return linux;
    case 'win32':
      return () => windows().catch(() => []);
    default:
      return () => unix().catch(() => []);
  }
}

async function linux(): Promise<readonly string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const names = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')),
  );
  return names.map((name) => name.trim());
}

async function unix(): Promise<readonly string[]> {
  const { stdout } = await run('ps', ['-axco', 'comm='], { timeout: 3000 });
  return stdout.split('\n').map((name) => name.trim());
}

async function windows(): Promise<readonly string[]> {
  const { stdout } = await run('tasklist', ['/fo', 'csv', '/nh'], {
    timeout: 5000,
    windowsHide: true,
  });
  return stdout
    .split(/\r?\n/)
    .map((line) => (line.split('","')[0] ?? '').replace(/^"|\.exe$/gi, ''));
}
