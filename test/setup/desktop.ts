// What tests of the real app need: an Electron, and on Linux a display and a session bus of their own,
// so that no window opens on, and no tray icon reaches, the desktop of whoever runs the tests.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const finder = fileURLToPath(new URL('../../build/electron.mjs', import.meta.url));

/** Returns the teardown. Where something is missing, TOOLMESH_TEST_NO_DESKTOP tells the tests why to skip. */
export async function setup(): Promise<() => Promise<void>> {
  const started: ChildProcess[] = [];
  try {
    process.env['TOOLMESH_TEST_ELECTRON'] = findElectron();
    if (process.platform === 'linux') {
      process.env['DISPLAY'] = await startDisplay(started);
      process.env['TOOLMESH_TEST_BUS'] = await startBus(started);
      delete process.env['WAYLAND_DISPLAY'];
    }
  } catch (error) {
    process.env['TOOLMESH_TEST_NO_DESKTOP'] = (error as Error).message;
  }
  return async () => {
    await Promise.all(started.map(stop));
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
async function startDisplay(started: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const display = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  return `:${await firstLine(display, display.stdio[3] as Readable, 'Xvfb', started)}`;
}

async function startBus(started: ChildProcess[]): Promise<string> {
  const args = ['--session', '--nofork', '--nopidfile', '--print-address'];
  const bus = spawn('dbus-daemon', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return firstLine(bus, bus.stdout, 'dbus-daemon', started);
}

async function firstLine(
  child: ChildProcess,
  output: Readable,
  program: string,
  started: ChildProcess[],
): Promise<string> {
  started.push(child);
  const failed = Promise.race([once(child, 'error'), once(child, 'exit')]).then(() => {
    throw new Error(`${program} is not installed or did not start`);
  });
  const [line] = (await Promise.race([once(createInterface(output), 'line'), failed])) as [string];
  return line;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
