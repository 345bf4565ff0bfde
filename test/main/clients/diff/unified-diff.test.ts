import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changedSpan } from '../../../../main/clients/diff/changed-span.ts';
import { unifiedDiff } from '../../../../main/clients/diff/unified-diff.ts';
import { createRandom } from '../../../builders/random.ts';

const hasPatch = spawnSync('patch', ['--version']).status === 0;

test.skipIf(!hasPatch)('patch turns the one text into the other', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-diff-'));
  const file = path.join(folder, 'file');
  for (let seed = 0; seed < 40; seed += 1) {
    const random = createRandom(seed);
    const lines = Array.from({ length: random.between(1, 30) }, () =>
      random.pick(['a', 'b', 'c\r', '']),
    );
    const changed = lines.flatMap((line) =>
      random.next() < 0.1 ? [] : random.next() < 0.1 ? [line, 'new'] : [line],
    );
    const [before, after] = [lines, changed].map(
      (all) => `${all.join('\n')}${random.pick(['', '\n'])}x`,
    );
    writeFileSync(file, before ?? '');
    const diff = unifiedDiff('file', before, after);
    if (diff !== '') execFileSync('patch', ['--binary', '-s', file], { input: diff });
    expect(readFileSync(file, 'utf8')).toBe(after);
  }
  rmSync(folder, { recursive: true });
});

test('an absent file is /dev/null and nothing is no diff', () => {
  expect(unifiedDiff('f', undefined, 'a\n')).toBe('--- /dev/null\n+++ f\n@@ -0,0 +1,1 @@\n+a\n');
  expect(unifiedDiff('f', 'a', 'a')).toBe('');
});

test('the span holds the changed bytes only', () => {
  expect(changedSpan('one\n{"a":1}', 'one\n{"b":2,"a":1}')).toEqual({
    line: 2,
    removed: '',
    added: 'b":2,"',
  });
});
