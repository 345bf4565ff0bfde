import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TokenStore } from '../../../../main/endpoint/tokens/token-store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-tokens-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
const fresh = (): { file: string; store: TokenStore } => {
  const file = path.join(folder, `${(files += 1)}`, 'tokens.json');
  return { file, store: new TokenStore(file, () => 1000) };
};

test('finds a token and keeps nothing of it but a hash', async () => {
  const { file, store } = fresh();
  const token = await store.create({ name: 'laptop', roles: ['family'] });
  expect(await store.find(token)).toEqual({
    name: 'laptop',
    client: 'laptop',
    roles: ['family'],
    createdAt: 1000,
  });
  expect(await store.find(`${token}x`)).toBeUndefined();
  expect(await store.find('')).toBeUndefined();
  expect(readFileSync(file, 'utf8')).not.toContain(token.slice(3));
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('knows no token any more once it is revoked', async () => {
  const { file, store } = fresh();
  const token = await store.create({ name: 'laptop' });
  await new TokenStore(file, () => 0).revoke('laptop');
  expect(await store.find(token)).toBeUndefined();
  await expect(store.revoke('laptop')).rejects.toThrow('There is no token "laptop"');
});

test('refuses a second token of one name and names that mean something else', async () => {
  const { store } = fresh();
  await store.create({ name: 'laptop' });
  await expect(store.create({ name: 'laptop' })).rejects.toThrow(
    'There is a token "laptop" already',
  );
  for (const name of ['*', 'a:b', 'a#b', '', 'with space', 'x'.repeat(65)]) {
    await expect(store.create({ name })).rejects.toThrow('letters, digits');
  }
});

test('lets nobody in while its file cannot be read', async () => {
  const { file, store } = fresh();
  const token = await store.create({ name: 'laptop' });
  writeFileSync(file, '{"tokens": [');
  await expect(store.find(token)).rejects.toThrow('cannot be read');
});
