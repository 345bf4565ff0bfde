import { spawn } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { stop } from '../setup/background.ts';

let home: OwnHome;
let running: ReturnType<typeof spawn> | undefined;
beforeEach(() => {
  home = ownHome();
});
afterEach(async () => {
  if (running !== undefined) await stop(running);
  home.remove();
});

/** A child that says something all the time: its lines are of level debug. */
const chatter = JSON.stringify({
  backends: [
    {
      name: 'chatter',
      transport: 'stdio',
      command: process.execPath,
      args: ['-e', "setInterval(() => console.error('still here'), 20)"],
    },
  ],
});

function serve(level: string, env: Record<string, string> = {}) {
  home.write('settings.yaml', `log:\n  level: ${level}\n`);
  home.write('backends.yaml', chatter);
  let text = '';
  running = spawn(process.execPath, [cliFile, 'serve'], {
    env: { ...home.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const lines = () => text.split('\n').filter((line) => line !== '');
  const waitFor = (start: string) =>
    vi.waitFor(
      () => {
        expect(lines().some((line) => line.startsWith(start))).toBe(true);
      },
      { timeout: 20_000, interval: 50 },
    );
  return { lines, waitFor };
}

test('follows the level of settings.yaml without a restart', async () => {
  const gateway = serve('info');
  await gateway.waitFor('toolmesh info: Gateway');
  expect(gateway.lines().filter((line) => line.includes('still here'))).toEqual([]);
  home.write('settings.yaml', '# louder\nlog:\n  level: debug\n');
  await gateway.waitFor('toolmesh debug: chatter: still here');
});

test('lets TOOLMESH_LOG win over settings.yaml', async () => {
  const gateway = serve('error', { TOOLMESH_LOG: 'debug' });
  await gateway.waitFor('toolmesh debug: chatter: still here');
});
