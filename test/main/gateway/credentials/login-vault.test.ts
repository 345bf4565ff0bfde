import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { CredentialIndex } from '../../../../main/gateway/credentials/credential-index.ts';
import { LoginVault } from '../../../../main/gateway/credentials/login-vault.ts';
import { MemoryKeychain } from '../../../fakes/memory-keychain.ts';

let keychain: MemoryKeychain;
let file: string;
let vault: LoginVault;
beforeEach(() => {
  keychain = new MemoryKeychain();
  file = path.join(mkdtempSync(path.join(tmpdir(), 'toolmesh-vault-')), 'logins.json');
  vault = new LoginVault(keychain, new CredentialIndex(file));
});

test('keeps a login that is longer than an entry of Windows', async () => {
  const text = 'token '.repeat(1000);
  await vault.write('linear', text);
  expect(await vault.read('linear')).toBe(text);
  expect(Math.max(...[...keychain.entries.values()].map((part) => part.length * 2))).toBeLessThan(
    2560,
  );
  // A shorter one leaves no rest of the longer.
  await vault.write('linear', 'short');
  expect([await vault.read('linear'), keychain.entries.size]).toEqual(['short', 2]);
});

test('forgets a login with all its parts and its name', async () => {
  await vault.write('linear', 'token '.repeat(1000));
  await vault.write('other', 'stays');
  await vault.remove('linear');
  expect([...keychain.entries.keys()].every((name) => name.startsWith('other'))).toBe(true);
  expect(readFileSync(file, 'utf8')).not.toContain('linear');
  expect([await vault.read('linear'), await vault.read('other')]).toEqual([undefined, 'stays']);
});

test('asks the keychain nothing for a backend without a login', async () => {
  keychain.fault = 'locked';
  expect(await vault.read('nobody')).toBeUndefined();
  await vault.remove('nobody');
  expect(keychain.reads).toBe(0);
});
