import { expect, test } from 'vitest';
import { parseVerb } from '../../../main/commands/parse-verb.ts';

const options = { json: { type: 'boolean', default: false }, role: { type: 'string' } } as const;
const verbs = {
  list: { options: ['json'] },
  create: { needs: ['NAME'], more: 1, options: ['role'] },
} as const;

test('reads the verb, its words and its options', () => {
  expect(parseVerb(['create', 'me', 'also', '--role', 'ops'], options, verbs, 'list')).toEqual({
    verb: 'create',
    words: ['me', 'also'],
    values: { json: false, role: 'ops' },
  });
});

test('takes the verb that is meant when none is given', () => {
  expect(parseVerb(['--json'], options, verbs, 'list')).toMatchObject({ verb: 'list', words: [] });
});

test.each([
  [['creat', 'me'], 'unknown verb "creat"; nearest: create'],
  [['toString'], 'unknown verb "toString"'],
  [['create'], 'NAME is missing'],
  [['create', 'a', 'b', 'c'], '"c" is one argument too many'],
  [['list', 'all'], '"all" is one argument too many'],
  [['--role', 'ops'], '--role goes with "create", not with "list"'],
  [['create', 'me', '--json'], '--json goes with "list", not with "create"'],
])('says what is wrong with %j', (args, message) => {
  expect(() => parseVerb(args, options, verbs, 'list')).toThrow(message);
});

test('lists the verbs where none is meant', () => {
  expect(() => parseVerb([], options, verbs)).toThrow('a verb (list, create) is missing');
});
