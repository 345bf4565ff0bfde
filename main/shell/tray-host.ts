import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program and returns what it printed; rejects when it is missing or fails. */
export type AskProgram = (program: string, args: readonly string[]) => Promise<string>;

export const askProgram: AskProgram = async (program, args) => {
  const { stdout } = await promisify(execFile)(program, [...args], { timeout: 3000 });
  return stdout;
};

/**
 * Whether a tray icon can be seen. Electron does not say: without a StatusNotifier host a tray on Linux
 * is created without an error and shown nowhere (stock GNOME, plain window managers).
 */
export async function hasTrayHost(platform: NodeJS.Platform, ask: AskProgram): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const [program, ...args] of questions) {
    try {
      return /\btrue\b/.test(await ask(program, args));
    } catch {
      // Not installed, or there is no watcher: each desktop ships at least one of the three.
    }
  }
  return false;
}

const watcher = 'org.kde.StatusNotifierWatcher';
const place = '/StatusNotifierWatcher';
const property = 'IsStatusNotifierHostRegistered';
const get = 'org.freedesktop.DBus.Properties.Get';

const questions: readonly (readonly [program: string, ...args: string[]])[] = [
  ['gdbus', 'call', '--session', '-d', watcher, '-o', place, '-m', get, watcher, property],
  ['busctl', '--user', 'get-property', watcher, place, watcher, property],
  [
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${watcher}`,
    place,
    get,
    `string:${watcher}`,
    `string:${property}`,
  ],
];
