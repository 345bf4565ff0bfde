import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { CredentialIndex } from '../../../../main/gateway/credentials/credential-index.ts';
import { CredentialUses } from '../../../../main/gateway/credentials/credential-uses.ts';
import { Credentials } from '../../../../main/gateway/credentials/credentials.ts';
import { MemoryKeychain } from '../../../fakes/memory-keychain.ts';

let keychain: MemoryKeychain;
let file: string;
let time: number;

beforeEach(() => {
  keychain = new MemoryKeychain();
  file = path.join(mkdtempSync(path.join(tmpdir(), 'toolmesh-test-')), 'data', 'credentials.json');
  time = 0;
});

const credentials = (env: Record<string, string> = {}): Credentials =>
  new Credentials({ env, keychain, index: new CredentialIndex(file), now: () => time });

test('takes the environment before the keychain', async () => {
  keychain.entries.set('NETDATA', 'from the keychain');

  await expect(credentials({ CREDENTIAL_NETDATA: 'from env' }).resolve('netdata')).resolves.toBe(
    'from env',
  );
});

test('finds a stored key whatever the case of its name', async () => {
  const all = credentials();
  await all.set('Netdata_Api_Key', 'k1');

  await expect(all.resolve('NETDATA_API_KEY')).resolves.toBe('k1');
  await expect(all.resolve('netdata_api_key')).resolves.toBe('k1');
});

test('says which variable to set when a key is missing', async () => {
  await expect(credentials().resolve('netdata')).rejects.toMatchObject({
    code: 'credential-missing',
    message: expect.stringContaining('set CREDENTIAL_NETDATA in') as string,
    data: { credential: 'NETDATA', variable: 'CREDENTIAL_NETDATA' },
  });
});

test('tells a locked keychain from a missing key', async () => {
  keychain.fault = 'locked';

  await expect(credentials().resolve('netdata')).rejects.toMatchObject({
    code: 'keychain-unavailable',
    message:
      'Credential "NETDATA" could not be read. Keychain can\'t be used: the keyring is locked; unlock it, or set CREDENTIAL_NETDATA in ToolMesh\'s environment',
  });
});

test('serves the environment while the keychain is locked', async () => {
  keychain.fault = 'locked';
  const all = credentials({ CREDENTIAL_NETDATA: 'k1' });

  await expect(all.resolve('netdata')).resolves.toBe('k1');
  await expect(all.list()).resolves.toEqual([
    { name: 'NETDATA', source: 'environment', uses: 0, lastUsedAt: null },
  ]);
});

test('asks the keychain once for many calls', async () => {
  keychain.entries.set('NETDATA', 'k1');
  const all = credentials();

  await Promise.all([all.resolve('netdata'), all.resolve('netdata'), all.resolve('NETDATA')]);

  expect(keychain.reads).toBe(1);
});

test('notices a key changed by another process after 30 seconds', async () => {
  keychain.entries.set('NETDATA', 'old');
  const all = credentials();
  await all.resolve('netdata');
  keychain.entries.set('NETDATA', 'new');
  time = 29_999;
  await expect(all.resolve('netdata')).resolves.toBe('old');
  time = 30_000;

  await expect(all.resolve('netdata')).resolves.toBe('new');
});

test('uses a new key from the next call on', async () => {
  const all = credentials();
  await all.set('netdata', 'old');
  await all.resolve('netdata');
  await all.set('netdata', 'new');

  await expect(all.resolve('netdata')).resolves.toBe('new');
});

test('forgets a removed key at once', async () => {
  const all = credentials();
  await all.set('netdata', 'k1');
  await all.resolve('netdata');
  await all.remove('netdata');

  await expect(all.resolve('netdata')).rejects.toMatchObject({ code: 'credential-missing' });
  await expect(all.list()).resolves.toEqual([]);
});

test('asks again after a failure instead of repeating it', async () => {
  const all = credentials();
  keychain.fault = 'prompt-pending';
  await expect(all.resolve('netdata')).rejects.toMatchObject({ code: 'keychain-unavailable' });
  keychain.fault = undefined;
  keychain.entries.set('NETDATA', 'k1');

  await expect(all.resolve('netdata')).resolves.toBe('k1');
});

test('names the variable that takes a key without a keychain', async () => {
  keychain.fault = 'not-installed';
  await expect(credentials().set('netdata', 'k1')).rejects.toMatchObject({
    code: 'keychain-unavailable',
    message: expect.stringMatching(
      /"NETDATA" could not be kept\. .* set CREDENTIAL_NETDATA in ToolMesh's environment$/,
    ) as string,
  });
});

test('lists names from both sources in one order', async () => {
  const all = credentials({ CREDENTIAL_ZED: 'x', CREDENTIAL_EMPTY: '' });
  await Promise.all([all.set('netdata', 'k1'), all.set('grafana', 'k2'), all.set('zed', 'k3')]);

  await expect(all.list()).resolves.toEqual([
    { name: 'GRAFANA', source: 'keychain', uses: 0, lastUsedAt: null },
    { name: 'NETDATA', source: 'keychain', uses: 0, lastUsedAt: null },
    { name: 'ZED', source: 'environment', uses: 0, lastUsedAt: null },
  ]);
});

test('keeps names only, readable by the user only', async () => {
  await credentials().set('netdata', 'a secret key');

  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ names: ['NETDATA'] });
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('explains a broken index and still resolves keys', async () => {
  const all = credentials();
  await all.set('netdata', 'k1');
  writeFileSync(file, '{"names":');

  await expect(all.list()).rejects.toMatchObject({ code: 'config-invalid' });
  await expect(all.resolve('netdata')).resolves.toBe('k1');
});

test('drops the line end of a pasted key', async () => {
  const all = credentials();
  await all.set('netdata', ' k1\n');

  await expect(all.resolve('netdata')).resolves.toBe('k1');
});

test('never repeats a key given in place of a name', async () => {
  const error: unknown = await credentials()
    .resolve('sk-live-0123456789')
    .catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({ code: 'invalid-arguments' });
  expect(JSON.stringify(error) + String(error)).not.toContain('sk-live');
});

test('refuses an empty key', async () => {
  await expect(credentials().set('netdata', ' ')).rejects.toMatchObject({
    code: 'invalid-arguments',
  });
});

test('counts how often a key was handed out, over restarts', async () => {
  const usesFile = path.join(path.dirname(file), 'credential-uses.json');
  const start = (): { all: Credentials; uses: CredentialUses } => {
    const uses = new CredentialUses(usesFile, () => 1_700_000_000_000 + time);
    const index = new CredentialIndex(file);
    return { all: new Credentials({ env: { CREDENTIAL_ZED: 'z' }, keychain, index, uses }), uses };
  };
  const first = start();
  await first.all.set('netdata', 'canary-key');
  await first.all.resolve('netdata');
  await first.all.resolve('netdata');
  await first.all.resolve('missing').catch(() => undefined);
  await first.uses.flush();

  const second = start();
  time = 5;
  await second.all.resolve('zed');
  await expect(second.all.list()).resolves.toEqual([
    { name: 'NETDATA', source: 'keychain', uses: 2, lastUsedAt: 1_700_000_000_000 },
    { name: 'ZED', source: 'environment', uses: 1, lastUsedAt: 1_700_000_000_005 },
  ]);
  expect(readFileSync(usesFile, 'utf8')).not.toContain('canary');
});

test('gives a key that is not needed only when somebody set it', async () => {
  const all = credentials();
  await expect(all.resolveOptional('netdata')).resolves.toBeUndefined();
  await all.set('netdata', 'k1');
  await expect(all.resolveOptional('NetData')).resolves.toBe('k1');
  await all.remove('netdata');
  await expect(all.resolveOptional('netdata')).resolves.toBeUndefined();
  await expect(credentials({ CREDENTIAL_NETDATA: 'k2' }).resolveOptional('netdata')).resolves.toBe(
    'k2',
  );
});

test('asks no keychain for a key that is not needed and not set', async () => {
  keychain.fault = 'locked';
  await expect(credentials().resolveOptional('netdata')).resolves.toBeUndefined();
});

test('does not go on without a key that was set and cannot be read', async () => {
  const all = credentials();
  await all.set('netdata', 'k1');
  keychain.fault = 'locked';
  await expect(all.resolveOptional('netdata')).rejects.toMatchObject({
    code: 'keychain-unavailable',
  });
});

test('hears of a key that another process set', async () => {
  const all = credentials();
  await expect(all.resolveOptional('netdata')).resolves.toBeUndefined();
  await credentials().set('netdata', 'k1');
  all.forget('netdata');
  await expect(all.resolveOptional('netdata')).resolves.toBe('k1');
});
