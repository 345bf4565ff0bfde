// A page that never arrives, as on a machine with a broken graphics driver, and the start after it.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { definedEnvironment, desktopMissing, electronPath } from './desktop.ts';
import { buildFakeApp } from './start-fake-app.ts';

const missing =
  desktopMissing ??
  (process.platform === 'linux' ? undefined : 'a file that never ends is a Linux trick here');

let home: string;
let app: ChildProcess | undefined;

beforeEach((context) => {
  if (missing !== undefined) context.skip(missing);
  home = mkdtempSync(path.join(tmpdir(), 'toolmesh-graphics-'));
  mkdirSync(path.join(home, 'run'), { mode: 0o700 });
});
afterEach(async () => {
  if (missing !== undefined) return;
  app?.kill('SIGKILL');
  // Whoever runs by now, and its helpers, which end a moment later and write until then.
  for (let left = 100; existsSync(home); left -= 1) {
    const running = runningPid();
    if (running !== undefined && isAlive(running)) process.kill(running, 'SIGKILL');
    try {
      rmSync(home, { recursive: true, force: true });
    } catch (error) {
      if (left === 0) throw error;
      await pause(200);
    }
  }
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const inProfile = (file: string) => path.join(home, 'config', 'toolmesh-fake', file);

/** Whose profile it is: Chromium keeps `host-pid` in a link that leads nowhere. */
function runningPid(): number | undefined {
  try {
    return Number(readlinkSync(inProfile('SingletonLock')).split('-').at(-1));
  } catch {
    return undefined;
  }
}

/** What shows the pages of the running app, or an empty list while it starts. */
async function titles(): Promise<string[]> {
  try {
    const [port] = readFileSync(inProfile('DevToolsActivePort'), 'utf8').split('\n');
    const answer = await fetch(`http://127.0.0.1:${port ?? ''}/json/list`);
    const pages = (await answer.json()) as { title: string }[];
    return pages.map(({ title }) => title);
  } catch {
    return [];
  }
}

test('starts again without hardware acceleration when its page never arrives', async () => {
  const folder = await buildFakeApp();
  const out = path.join(import.meta.dirname, '../../out');
  const page = path.join(home, 'page');
  cpSync(path.join(out, 'renderer'), page, { recursive: true });
  const index = path.join(page, 'index.html');
  renameSync(index, `${index}.good`);
  // Reading it waits for a writer that never comes.
  spawnSync('mkfifo', [index]);
  const args = [
    folder,
    `--fake-out=${out}`,
    `--fake-page=${page}`,
    '--remote-debugging-port=0',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  app = spawn(electronPath(), args, {
    stdio: 'ignore',
    env: {
      ...definedEnvironment(),
      XDG_CONFIG_HOME: path.join(home, 'config'),
      XDG_RUNTIME_DIR: path.join(home, 'run'),
    },
  });
  const first = app.pid;
  while (!existsSync(inProfile('graphics.json'))) await pause(50);
  // Whoever still waits for the page gets an empty one: a read that never ends would hold the process.
  writeFileSync(index, '');
  rmSync(index);
  renameSync(`${index}.good`, index);
  await once(app, 'exit');

  await expect.poll(titles, { timeout: 30_000 }).toEqual(['ToolMesh']);
  expect(runningPid()).not.toBe(first);
  expect(JSON.parse(readFileSync(inProfile('graphics.json'), 'utf8'))).toHaveProperty('offSince');
  rmSync(folder, { recursive: true, force: true });
});
