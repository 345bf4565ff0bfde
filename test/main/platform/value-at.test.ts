import { expect, test } from 'vitest';
import { valueAt } from '../../../main/platform/value-at.ts';

const input = { list: [{ name: 'a' }], nothing: null, text: 'abc' };

test.each([
  [['list', 0, 'name'], 'a'],
  [[], input],
  [['nothing'], null],
  [['nothing', 'more'], undefined],
  [['list', 3, 'name'], undefined],
  [['text', 'length'], undefined],
  [['constructor'], undefined],
])('finds what stands at %j', (path, value) => {
  expect(valueAt(input, path)).toBe(value);
});
