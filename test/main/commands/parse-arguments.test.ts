import { expect, test } from 'vitest';
import { parseArguments } from '../../../main/commands/parse-arguments.ts';

const options = {
  limit: { type: 'string' },
  client: { type: 'string' },
  csv: { type: 'boolean' },
} as const;

test.each([
  [['--limt', '3'], 'unknown option "--limt"; nearest: --limit'],
  [['--bogus'], 'unknown option "--bogus"; known: --limit, --client, --csv'],
  [['-1'], 'unknown option "-1"; known: --limit, --client, --csv'],
  [['--client'], '--client needs a value'],
  [['--limit', '-1'], '--limit needs a value; to give it "-1", write --limit=-1'],
  [['--csv=yes'], '--csv takes no value'],
  [['word'], '"word" is one argument too many'],
])('says what is wrong with %j', (args, message) => {
  expect(() => parseArguments(args, options)).toThrow(message);
});

test('says when a command has no options', () => {
  expect(() => parseArguments(['--x'], {})).toThrow('unknown option "--x"; there is none here');
});

test('names the first argument that is missing', () => {
  expect(() => parseArguments([], {}, { least: 1, most: 1, first: 'NAME' })).toThrow(
    'NAME is missing',
  );
});
