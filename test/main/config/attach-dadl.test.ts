import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadDadl } from '../../../main/config/load-dadl.ts';
import { loadUnit } from '../../../main/config/load-unit.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'toolmesh-dadl-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, text: string): string {
  const at = path.join(root, file);
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, text);
  return at;
}

function unit(): string {
  write(
    'unit/unit.yaml',
    'unit: one\nimplementation: one.js\nbackends:\n  - { name: am, transport: rest, dadl: am.dadl }\n',
  );
  write('unit/one.js', 'function describe() { return { tools: [] }; }');
  return path.join(root, 'unit');
}

async function sourceOf(folder: string): Promise<string | undefined> {
  const loaded = await loadUnit(folder, {}, path.join(root, 'dadl'));
  const entry = 'unit' in loaded ? loaded.unit.backends[0] : undefined;
  return entry?.transport === 'rest' ? entry.source?.text : undefined;
}

test("takes a unit's file beside unit.yaml before the one of the DADL folder", async () => {
  const folder = unit();
  write('dadl/am.dadl', 'common');
  expect(await sourceOf(folder)).toBe('common');
  write('unit/am.dadl', 'own');
  expect(await sourceOf(folder)).toBe('own');
});

test('names the folders in which a missing file was looked for', async () => {
  const loaded = await loadUnit(unit(), {}, path.join(root, 'dadl'));
  const [problem] = 'problems' in loaded ? loaded.problems : [];
  expect(problem).toMatchObject({ line: 4, severity: 'error' });
  expect(problem?.message).toContain('backends[0].dadl: The DADL file');
  expect(problem?.message).toContain(path.join(root, 'dadl'));
});

test.each(['../secret.yaml', 'linked.yaml', '/etc/hostname', 'https://192.0.2.1/x.yaml'])(
  'never reads the fragment %s from outside the folder of a file',
  async (named) => {
    write('secret.yaml', 'key: secret');
    const file = write('files/a.dadl', `includes:\n  - path: ${named}\n    merge_into: backend\n`);
    symlinkSync(path.join(root, 'secret.yaml'), path.join(root, 'files', 'linked.yaml'));
    const { fragments } = await loadDadl(file);
    expect(Object.values(fragments)).toMatchObject([{ refused: expect.any(String) as string }]);
  },
);
