import { expect, test } from 'vitest';
import { someOf } from '../../../main/platform/some-of.ts';

test.each([
  [['a'], 1, 'a'],
  [['a', 'b'], 2, 'a, b'],
  [['a', 'b', 'c'], 2, 'a, b and 1 more'],
  [['a', 'b', 'c'], 1, 'a and 2 more'],
])('names of %j at most %i', (texts, most, expected) => {
  expect(someOf(texts, most)).toBe(expected);
});
