// Against the real addon and a real gnome-keyring in a session of its own. One session for the whole file:
// GLib connects a process to its session bus once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { KeytarKeychain } from '../../../../main/gateway/credentials/keytar-keychain.ts';
import {
  startKeyring,
  startSessionBus,
  type Keyring,
  type SessionBus,
} from '../../../setup/session-bus.ts';

let bus: SessionBus | undefined;
let keyring: Keyring | undefined;
let missing = 'gnome-keyring is for Linux';
const keychain = new KeytarKeychain();

beforeAll(async () => {
  if (process.platform !== 'linux') return;
  try {
    bus = await startSessionBus();
    process.env['DBUS_SESSION_BUS_ADDRESS'] = bus.address;
    keyring = await startKeyring(bus);
  } catch (error) {
    missing = (error as Error).message;
  }
});

beforeEach((context) => {
  if (keyring === undefined) context.skip(missing);
});

afterAll(() => bus?.stop());

test('gives back what it was given', async () => {
  await keychain.set('NETDATA', 'sécret ✓');

  await expect(keychain.get('NETDATA')).resolves.toBe('sécret ✓');
});

test('has no entry after removing it', async () => {
  await keychain.set('NETDATA', 'k1');
  await keychain.remove('NETDATA');
  await keychain.remove('NETDATA');

  await expect(keychain.get('NETDATA')).resolves.toBeUndefined();
});

test('answers many questions asked at once', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `KEY_${index}`);
  await Promise.all(names.map((name) => keychain.set(name, name)));

  await expect(Promise.all(names.map((name) => keychain.get(name)))).resolves.toEqual(names);
});

test('reports itself as ready', async () => {
  await expect(keychain.status()).resolves.toEqual({ kind: 'ready' });
});

test('reports a locked keyring instead of a missing key', async () => {
  await keychain.set('NETDATA', 'k1');
  await keyring?.lock();

  await expect(keychain.get('NETDATA')).rejects.toMatchObject({ fault: 'locked' });
  await expect(keychain.set('NETDATA', 'k2')).rejects.toMatchObject({ fault: 'locked' });
  await expect(keychain.remove('NETDATA')).rejects.toMatchObject({ fault: 'locked' });
  await expect(keychain.status()).resolves.toMatchObject({ kind: 'unavailable', fault: 'locked' });
});
