import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigStore } from '../../../main/config/config-store.ts';
import { loadPolicies } from '../../../main/config/load-policies.ts';
import { resolvePaths } from '../../../main/config/paths.ts';

const root = mkdtempSync(path.join(tmpdir(), 'toolmesh-policies-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

let folders = 0;
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = path.join(root, `${(folders += 1)}`, 'policies');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

test('finds no policies where there is no folder', async () => {
  expect(await loadPolicies(path.join(root, 'nowhere'))).toEqual({ policies: [], problems: [] });
});

test('takes JavaScript files in the order of their names', async () => {
  const folder = folderWith({
    '20-b.js': 'return;',
    '10-a.js': 'await 1;',
    'old.js.off': '}',
    'x.md': '',
  });
  const { policies, problems } = await loadPolicies(folder);
  expect(policies.map(({ name }) => name)).toEqual(['10-a.js', '20-b.js']);
  expect(problems).toEqual([]);
});

test('reports a broken policy with its place and keeps it as one that denies', async () => {
  const folder = folderWith({ 'bad.js': 'const a = 1;\nif (' });
  const { policies, problems } = await loadPolicies(folder);
  expect(policies).toMatchObject([{ name: 'bad.js', broken: expect.any(String) as string }]);
  expect(problems).toMatchObject([
    { subject: 'policy bad.js', file: path.join(folder, 'bad.js'), severity: 'error' },
  ]);
});

test('refuses what could never run with its line', async () => {
  const { problems } = await loadPolicies(folderWith({ 'net.js': '\n\nfetch("http://x")' }));
  expect(problems).toMatchObject([{ line: 3 }]);
});

test('keeps the last good version of a policy that became invalid', async () => {
  const folder = folderWith({ 'p.js': 'return 1;' });
  const env = { TOOLMESH_HOME: path.dirname(folder), TOOLMESH_DATA: path.dirname(folder) };
  const config = await ConfigStore.open(resolvePaths(env), env);
  writeFileSync(path.join(folder, 'p.js'), 'return (');
  await config.reload();
  expect(config.current.policies).toEqual([{ name: 'p.js', source: 'return 1;' }]);
  expect(config.current.fileProblems).toMatchObject([{ subject: 'policy p.js' }]);
  rmSync(path.join(folder, 'p.js'));
  await config.reload();
  expect(config.current.policies).toEqual([]);
});
