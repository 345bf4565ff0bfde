// A session bus on which nothing keeps secrets, as on a server or a bare window manager.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { KeytarKeychain } from '../../../../main/gateway/credentials/keytar-keychain.ts';
import { startSessionBus, type SessionBus } from '../../../setup/session-bus.ts';

let bus: SessionBus | undefined;
let missing = 'the Secret Service is for Linux';

beforeAll(async () => {
  if (process.platform !== 'linux') return;
  try {
    bus = await startSessionBus();
    process.env['DBUS_SESSION_BUS_ADDRESS'] = bus.address;
  } catch (error) {
    missing = (error as Error).message;
  }
});

beforeEach((context) => {
  if (bus === undefined) context.skip(missing);
});

afterAll(() => bus?.stop());

test('says what to install when nothing keeps secrets', async () => {
  await expect(new KeytarKeychain().get('NETDATA')).rejects.toMatchObject({
    code: 'keychain-unavailable',
    fault: 'no-secret-service',
    message: expect.stringContaining('install gnome-keyring or KWallet') as string,
  });
});
