import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemErrorText } from '../../../main/platform/system-error-text.ts';

const failure = (facts: object): Error => Object.assign(new Error('raw'), facts);

test.each([
  [
    { code: 'ENOSPC', path: '/a', dest: '/b', syscall: 'copyfile' },
    '/b: the disk is full; free some space and try again',
  ],
  [{ code: 'ENOSPC', syscall: 'write' }, 'The disk is full; free some space and try again'],
  [
    { code: 'EACCES', path: '/a', syscall: 'open' },
    '/a: it may not be opened; look at its owner and mode',
  ],
  [
    { code: 'ENOENT', path: '/ro/x', syscall: 'mkdir' },
    '/ro/x: it cannot be made; make sure that its parent exists and is writable, or set TOOLMESH_HOME and TOOLMESH_DATA',
  ],
])('says in words what the system refused: %o', (facts, text) => {
  expect(systemErrorText(failure(facts))).toBe(text);
});

test('names the path that has a file for a folder', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-words-'));
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const error: unknown = await mkdir(path.join(file, 'data'), { recursive: true }).catch(
    (thrown: unknown) => thrown,
  );
  expect(systemErrorText(error)).toContain(file);
  rmSync(folder, { recursive: true });
});

test('leaves every other failure to its own words', () => {
  expect([
    systemErrorText(new Error('no code')),
    systemErrorText(failure({ code: 'ENOENT', syscall: 'open' })),
    systemErrorText('text'),
  ]).toEqual([undefined, undefined, undefined]);
});
