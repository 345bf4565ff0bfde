import { expect, test } from 'vitest';
import { callerClassesFile } from '../../../../main/config/schema/settings.ts';
import { classifyCaller } from '../../../../main/gateway/access/classify-caller.ts';

const file = callerClassesFile.parse({
  classes: { trusted: ['claude-desktop', 'my-*', 'a?c'], standard: ['cursor', 'my-guest'] },
});

test.each([
  ['claude-desktop', 'trusted'],
  ['my-agent', 'trusted'],
  ['my-guest', 'trusted'],
  ['abc', 'trusted'],
  ['abbc', 'standard'],
  ['claude-desktop-2', 'standard'],
  ['cursor', 'standard'],
  ['never-listed', 'standard'],
])('an installed client "%s" is %s', (label, callerClass) => {
  expect(classifyCaller(label, file)).toBe(callerClass);
});

test('a client without a label is untrusted, whatever it calls itself', () => {
  expect(classifyCaller(undefined, file)).toBe('untrusted');
});

test('nobody is trusted while the file was never readable', () => {
  expect(classifyCaller('claude-desktop', undefined)).toBe('untrusted');
});

test('a pattern is no regular expression', () => {
  const dots = callerClassesFile.parse({ classes: { trusted: ['a.c', '[x]', '('] } });
  expect(classifyCaller('abc', dots)).toBe('standard');
  expect(classifyCaller('a.c', dots)).toBe('trusted');
  expect(classifyCaller('(', dots)).toBe('trusted');
});
