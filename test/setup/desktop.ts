// What tests of the real app need: an Electron, and on Linux a display and a session bus of their own,
// so that no window opens on, and no tray icon reaches, the desktop of whoever runs the tests.
import { spawn, spawnSync } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { firstLine, stop } from './background.ts';
import { startSessionBus } from './session-bus.ts';

const finder = fileURLToPath(new URL('../../build/electron.mjs', import.meta.url));

type Teardown = () => Promise<void>;

/** Where something is missing, TOOLMESH_TEST_NO_DESKTOP tells the tests why to skip. */
export async function setup(): Promise<Teardown> {
  const teardowns: Teardown[] = [];
  try {
    process.env['TOOLMESH_TEST_ELECTRON'] = findElectron();
    if (process.platform === 'linux') {
      teardowns.push(await startDisplay());
      const bus = await startSessionBus();
      teardowns.push(() => bus.stop());
      process.env['TOOLMESH_TEST_BUS'] = bus.address;
    }
  } catch (error) {
    process.env['TOOLMESH_TEST_NO_DESKTOP'] = (error as Error).message;
  }
  return async () => {
    await Promise.all(teardowns.map((teardown) => teardown()));
  };
}

function findElectron(): string {
  const found = spawnSync(process.execPath, [finder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (found.status !== 0) throw new Error('no Electron could be had');
  return found.stdout.trim();
}

/** Xvfb picks a free number and writes it to the file descriptor once it accepts clients. */
async function startDisplay(): Promise<Teardown> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const display = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await firstLine(display, display.stdio[3] as Readable, 'Xvfb');
  process.env['DISPLAY'] = `:${number}`;
  delete process.env['WAYLAND_DISPLAY'];
  return () => stop(display);
}
