import { expect, test } from 'vitest';
import { rowOffsets, visibleWindow } from '../../../renderer/components/visible-window.ts';

test('draws what can be seen and a few around it', () => {
  const offsets = rowOffsets(Array.from({ length: 1000 }, () => 34));
  expect(visibleWindow(offsets, 3400, 340, 2)).toEqual({ from: 98, to: 113 });
});

test('stays inside the list at both ends', () => {
  const offsets = rowOffsets([34, 28, 28]);
  expect(visibleWindow(offsets, 0, 500)).toEqual({ from: 0, to: 3 });
  expect(visibleWindow(offsets, 9999, 500)).toEqual({ from: 0, to: 3 });
  expect(visibleWindow(rowOffsets([]), 0, 500)).toEqual({ from: 0, to: 0 });
});

test('finds rows of unequal height', () => {
  const offsets = rowOffsets([34, 28, 28, 34, 34]);
  expect(offsets).toEqual([0, 34, 62, 90, 124, 158]);
  expect(visibleWindow(offsets, 62, 10, 0)).toEqual({ from: 2, to: 3 });
});
