// A D-Bus session of a test's own. Nothing is started on demand in it: a service that a test did not start
// (a keyring, a tray host) would run with the real home folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { firstLine, stop } from './background.ts';

const secrets = 'org.freedesktop.secrets';

const config = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

export interface SessionBus {
  /** For DBUS_SESSION_BUS_ADDRESS. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Rejects with a sentence when dbus-daemon is not installed. */
export async function startSessionBus(): Promise<SessionBus> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-test-bus-'));
  const file = path.join(folder, 'bus.conf');
  writeFileSync(file, config);
  const args = [`--config-file=${file}`, '--nofork', '--nopidfile', '--print-address'];
  const daemon = spawn('dbus-daemon', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return {
    address: await firstLine(daemon, daemon.stdout, 'dbus-daemon'),
    stop: async () => {
      await stop(daemon);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Keyring {
  lock(): Promise<void>;
}

/** An unlocked gnome-keyring on that bus, with its files in the test's home. It ends with the bus. */
export async function startKeyring(bus: SessionBus): Promise<Keyring> {
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: bus.address };
  const daemon = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // An empty password would make no keyring.
  daemon.stdin.end('a password for one test');
  await succeeded(daemon, 'gnome-keyring-daemon');
  // The program returns as soon as its daemon is forked, which may be before it serves the bus.
  const send = (...call: readonly string[]): Promise<string> => sendToBus(env, call);
  const isServed = [
    'org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    `string:${secrets}`,
  ];
  while (!(await send(...isServed)).includes('true')) await pause(50);
  return {
    lock: async () => {
      const login = 'array:objpath:/org/freedesktop/secrets/aliases/default';
      await send(secrets, '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', login);
    },
  };
}

/** Calls a method, `[destination, path, method, ...arguments]`, and returns the printed reply. */
async function sendToBus(env: NodeJS.ProcessEnv, call: readonly string[]): Promise<string> {
  const [destination, ...rest] = call;
  const args = ['--session', '--print-reply', `--dest=${destination ?? ''}`, ...rest];
  const program = spawn('dbus-send', args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let reply = '';
  program.stdout.setEncoding('utf8').on('data', (text: string) => (reply += text));
  await succeeded(program, 'dbus-send');
  return reply;
}

async function succeeded(child: ChildProcess, program: string): Promise<void> {
  const [code] = (await once(child, 'close').catch(() => ['not installed'])) as [unknown];
  if (code !== 0) throw new Error(`${program} failed (${String(code)})`);
}
