import { expect, test } from 'vitest';
import { pointerParts } from '../../../main/platform/pointer-parts.ts';

test.each([
  ['', []],
  ['/a/0', ['a', '0']],
  ['/a~1b/c~0d', ['a/b', 'c~d']],
  ['/~01', ['~1']],
  ['/', ['']],
])('reads the pointer "%s"', (pointer, parts) => {
  expect(pointerParts(pointer)).toEqual(parts);
});
