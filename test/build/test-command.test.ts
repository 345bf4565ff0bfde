// CI believes the last line and the exit code of `npm test`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

function testCommand(config: string): { status: number | null; lines: readonly string[] } {
  const file = path.join('test/fixtures/test-command', config);
  const run = spawnSync(process.execPath, ['build/test.mjs', '--config', file], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status: run.status, lines: run.stdout.trimEnd().split('\n') };
}

test('counts every kind of outcome and says why tests were skipped', () => {
  const { status, lines } = testCommand('vitest.config.mjs');

  expect(status).toBe(1);
  expect(lines.slice(-3)).toEqual([
    'skipped: mixed.mjs > is skipped with a reason (no moon tonight)',
    'skipped: mixed.mjs > is skipped silently (no reason given)',
    '1 passed, 1 failed, 2 skipped',
  ]);
});

test('fails when no test ran', () => {
  const { status, lines } = testCommand('vitest.empty.config.mjs');

  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('0 passed, 0 failed, 0 skipped');
});

test('counts a file that does not load as failed', () => {
  const { status, lines } = testCommand('vitest.broken.config.mjs');

  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('0 passed, 1 failed, 0 skipped');
});
