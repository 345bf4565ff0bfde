import { expect, test } from 'vitest';
import { visibleWindow, type RowIndex } from '../../../renderer/components/visible-window.ts';

function rowsOf(heights: readonly number[]): RowIndex<number> {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return {
    count: heights.length,
    height: tops.at(-1) ?? 0,
    at: (index) => index,
    topOf: (index) => tops[index] ?? 0,
    indexAt: (y) => heights.filter((_, index) => (tops[index + 1] ?? 0) <= y).length,
  };
}

test('draws what can be seen and a few around it', () => {
  const rows = rowsOf(Array.from({ length: 1000 }, () => 34));
  expect(visibleWindow(rows, 3400, 340, 2)).toEqual({ from: 98, to: 113 });
});

test('stays inside the list at both ends', () => {
  const rows = rowsOf([34, 28, 28]);
  expect(visibleWindow(rows, 0, 500)).toEqual({ from: 0, to: 3 });
  expect(visibleWindow(rows, 9999, 500)).toEqual({ from: 0, to: 3 });
  expect(visibleWindow(rows, -50, 500)).toEqual({ from: 0, to: 3 });
  expect(visibleWindow(rowsOf([]), 0, 500)).toEqual({ from: 0, to: 0 });
});

test('finds rows of unequal height', () => {
  expect(visibleWindow(rowsOf([34, 28, 28, 34, 34]), 62, 10, 0)).toEqual({ from: 2, to: 3 });
});
