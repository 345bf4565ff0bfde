import { beforeEach, expect, test } from 'vitest';
import { KeytarKeychain } from '../../../../main/gateway/credentials/keytar-keychain.ts';

beforeEach((context) => {
  if (process.platform !== 'linux') context.skip('D-Bus is for Linux');
});

test('says that there is no D-Bus session to keep secrets in', async () => {
  const keychain = new KeytarKeychain();

  await expect(keychain.get('NETDATA')).rejects.toMatchObject({ fault: 'no-session-bus' });
  await expect(keychain.set('NETDATA', 'k1')).rejects.toMatchObject({ fault: 'no-session-bus' });
  await expect(keychain.status()).resolves.toMatchObject({
    kind: 'unavailable',
    fault: 'no-session-bus',
  });
});
