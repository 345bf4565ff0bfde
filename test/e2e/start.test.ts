// `npm start` as a user runs it, up to the gateway that answers on its socket.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolvePaths } from '../../main/config/paths.ts';
import { cliFile } from '../builders/own-home.ts';
import { stop } from '../setup/background.ts';
import { listening } from '../setup/listening.ts';

const script = fileURLToPath(new URL('../../build/start.mjs', import.meta.url));
const electron = process.env['TOOLMESH_TEST_ELECTRON'] ?? '';
const missing =
  process.env['TOOLMESH_TEST_NO_DESKTOP'] ??
  (process.platform === 'linux' ? undefined : 'a display can be taken away on Linux only');

let started: ChildProcess;
let stderr: string;
let onText: () => void;

beforeEach((context) => {
  if (missing !== undefined) context.skip(missing);
});

afterEach(async () => {
  await stop(started);
});

async function start(changes: NodeJS.ProcessEnv): Promise<void> {
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: path.dirname(electron), ...changes };
  started = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  stderr = '';
  onText = () => undefined;
  started.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onText();
  });
  await listening(resolvePaths(env).socket, started);
}

function said(text: string): Promise<void> {
  return new Promise((resolve) => {
    onText = () => {
      if (stderr.includes(text)) resolve();
    };
    onText();
  });
}

test('starts the app where there is a display', async () => {
  await start({});

  expect(stderr).not.toContain('headless');
});

test('starts the headless gateway where there is none, and says so', async () => {
  await start({ DISPLAY: '', WAYLAND_DISPLAY: '' });
  await said('connect a client with: toolmesh stdio');

  expect(stderr).toContain('No display: starting the headless gateway instead of the tray app');
  expect(stderr).toContain('"toolmesh" below stands for "node out/cli.mjs"');
});

test('ends the gateway when it is asked to end', async () => {
  await start({ DISPLAY: '', WAYLAND_DISPLAY: '' });
  await said('is running');
  const gone = once(started, 'exit');
  started.kill('SIGTERM');

  await expect(gone).resolves.toEqual([0, null]);
});

test('quits the app when the command line stops it', async () => {
  await start({});
  const gone = once(started, 'exit');
  const { stdout } = await promisify(execFile)(process.execPath, [cliFile, 'stop']);

  expect(stdout).toBe('The gateway has ended\n');
  await expect(gone).resolves.toEqual([0, null]);
});
