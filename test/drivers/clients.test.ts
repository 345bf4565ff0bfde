import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runFixtures } from './clients.mjs';

const fixtures = path.join(import.meta.dirname, '../fixtures/clients');
const copy = mkdtempSync(path.join(tmpdir(), 'toolmesh-fixtures-'));

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

test.each([
  ['clients', 32],
  // A byte order mark, changes made after the install, links, clients nobody knows.
  ['clients-more', 8],
])('installs and removes every fixture of %s to the byte', async (folder, count) => {
  const faults: string[] = [];
  const place = path.join(import.meta.dirname, '../fixtures', folder);
  const result = await runFixtures(place, (fault) => faults.push(fault));

  expect(faults).toEqual([]);
  expect(result).toEqual({ passed: count, failed: 0 });
});

test('the driver notices one wrong byte', async () => {
  cpSync(fixtures, copy, { recursive: true });
  const file = path.join(copy, '01-desktop-plain/installed/claude_desktop_config.json');
  writeFileSync(file, `${readFileSync(file, 'utf8')} `);
  const faults: string[] = [];

  expect(await runFixtures(copy, (fault) => faults.push(fault))).toMatchObject({ failed: 1 });
  expect(faults.join()).toContain('claude_desktop_config.json differs after the install');
});
