import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandWords, runCommandLine } from '../../../main/shell/app-image-command.ts';

test.each([
  [[], undefined],
  [['--no-sandbox', '--hidden'], undefined],
  [
    ['--no-sandbox', 'stdio', '--client', 'codex'],
    ['stdio', '--client', 'codex'],
  ],
  [
    ['clients', 'list', '--json'],
    ['clients', 'list', '--json'],
  ],
])('takes %j for %j', (args, words) => {
  expect(commandWords(args)).toEqual(words);
});

test('ends as the command line ends', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tool mesh ü-'));
  const script = path.join(folder, 'cli.mjs');
  writeFileSync(script, 'process.exit(process.argv[2] === "--code=3" ? 3 : 1)');

  expect(runCommandLine(process.execPath, script, ['--code=3'])).toBe(3);
  rmSync(folder, { recursive: true });
});
