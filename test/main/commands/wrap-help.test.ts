import { expect, test } from 'vitest';
import { wrapHelp } from '../../../main/commands/wrap-help.ts';

const help = [
  'Usage: toolmesh demo enable NAME     switch a unit on',
  '',
  'Options: --key NAME   of the key it wants; it is',
  '                      stored with "secrets set"',
  '         --json       answer as JSON',
  '',
  'A running gateway follows at once. The folder is',
  'the current one.',
  '--json prints a list.',
].join('\n');

test('keeps the text where it fits, or nobody knows the width', () => {
  expect(wrapHelp(help, 60)).toBe(help);
  expect(wrapHelp(help, undefined)).toBe(help);
});

test('breaks between words and keeps the column of descriptions', () => {
  expect(wrapHelp(help, 44).split('\n')).toEqual([
    'Usage: toolmesh demo enable NAME',
    '         switch a unit on',
    '',
    'Options: --key NAME   of the key it wants;',
    '                      it is stored with',
    '                      "secrets set"',
    '         --json       answer as JSON',
    '',
    'A running gateway follows at once. The',
    'folder is the current one.',
    '--json prints a list.',
  ]);
});

test('leaves a word that is longer than a line to the terminal', () => {
  expect(wrapHelp('See http://localhost:19999/mcp there', 20)).toBe(
    'See\nhttp://localhost:19999/mcp\nthere',
  );
});
