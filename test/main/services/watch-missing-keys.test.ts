import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigStore } from '../../../main/config/config-store.ts';
import { resolvePaths } from '../../../main/config/paths.ts';
import { CredentialIndex } from '../../../main/gateway/credentials/credential-index.ts';
import { Credentials } from '../../../main/gateway/credentials/credentials.ts';
import { watchMissingKeys } from '../../../main/services/watch-missing-keys.ts';
import { ownHome, type OwnHome } from '../../builders/own-home.ts';
import { MemoryKeychain } from '../../fakes/memory-keychain.ts';

let home: OwnHome;
let folder: string;
let keychain: MemoryKeychain;

beforeEach(() => {
  home = ownHome();
  folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-keys-'));
  keychain = new MemoryKeychain();
});
afterEach(() => {
  home.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function watched(env: Record<string, string> = {}) {
  const config = await ConfigStore.open(resolvePaths(home.env), home.env);
  const index = new CredentialIndex(path.join(folder, 'credentials.json'));
  const credentials = new Credentials({ env, keychain, index });
  let tell: () => void = () => undefined;
  const told = () =>
    new Promise<void>((resolve) => {
      tell = resolve;
    });
  const first = told();
  const missing = watchMissingKeys({ config, credentials }, () => {
    tell();
  });
  return { config, credentials, missing, told, first };
}

const entry = (name: string, key: string, isOptional = false) => ({
  name,
  transport: 'http',
  url: 'http://127.0.0.1:9/mcp',
  api_key_env: key,
  ...(isOptional && { api_key_optional: true }),
});

test('names each key that is needed and nowhere, with who needs it', async () => {
  home.write(
    'backends.yaml',
    JSON.stringify({
      backends: [
        entry('github', 'token'),
        entry('gitlab', 'TOKEN'),
        entry('known', 'HERE'),
        entry('maybe', 'OPTIONAL', true),
      ],
    }),
  );
  const { missing, first } = await watched({ CREDENTIAL_HERE: 'x' });
  await first;
  expect(missing()).toEqual([{ name: 'TOKEN', usedBy: ['github', 'gitlab'] }]);
  expect(keychain.reads).toBe(0);
});

test('forgets a key once it is set', async () => {
  home.write('backends.yaml', JSON.stringify({ backends: [entry('github', 'TOKEN')] }));
  const { credentials, missing, told, first } = await watched();
  await first;
  const again = told();
  await credentials.set('token', 'x');
  await again;
  expect(missing()).toEqual([]);
});

test('needs no key for a unit that is off', async () => {
  home.write(
    'units/a/unit.yaml',
    JSON.stringify({ unit: 'a', implementation: './a.js', backends: [entry('x', 'KEY')] }),
  );
  home.write('units/a/a.js', 'function describe() { return { tools: [] }; }\n');
  const { config, missing, told, first } = await watched();
  await first;
  expect(missing()).toEqual([{ name: 'KEY', usedBy: ['a / x'] }]);
  const again = told();
  home.write('settings.yaml', 'units:\n  disabled: [a]\n');
  await config.reload();
  await again;
  expect(missing()).toEqual([]);
});
