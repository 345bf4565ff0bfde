import { expect, test } from 'vitest';
import { addToBook, emptyBook } from '../../../renderer/state/audit-book.ts';
import { rootLine, subLines } from '../../../renderer/views/activity/activity-lines.ts';
import { lineIndex } from '../../../renderer/views/activity/line-index.ts';
import { createRandom } from '../../builders/random.ts';
import { auditView, nine14pm, subCallView } from '../../builders/views.ts';

function bookOf(count: number) {
  const rows = Array.from({ length: count }, (_, index) => {
    // Some begin in the same millisecond.
    const root = auditView({ id: `c${index}`, ts: nine14pm + Math.floor(index / 3), subCalls: 2 });
    const first = subCallView(root, { id: `c${index}-a` });
    const below = subCallView(root, { id: `c${index}-b`, parentId: first.id });
    return index % 2 === 0 ? [root] : [first, below, root];
  });
  return addToBook(emptyBook, rows.flat());
}

test('tells number, place and row like a list made of all lines', () => {
  const random = createRandom(7);
  for (let round = 0; round < 50; round += 1) {
    const book = bookOf(30);
    const held = round % 4;
    const open = new Set(book.roots.filter(() => random.next() < 0.3).map(({ id }) => id));
    const isNarrow = round % 5 === 0;
    const all = book.roots
      .slice(held)
      .flatMap((row) => [
        rootLine(book, row, !isNarrow && open.has(row.id)),
        ...(isNarrow || !open.has(row.id) ? [] : subLines(book, row)),
      ]);
    const heights = all.map(({ depth }) => (isNarrow ? 48 : depth === 0 ? 34 : 28));
    const tops = [0];
    for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);

    const lines = lineIndex({ book, roots: book.roots, held, open, isNarrow });
    expect([lines.count, lines.height]).toEqual([all.length, tops.at(-1)]);
    const numbers = all.map((_, index) => index);
    expect(numbers.map((index) => lines.at(index))).toEqual(all);
    expect([...numbers, all.length].map((index) => lines.topOf(index))).toEqual(tops);
    expect(all.map(({ row }) => lines.indexOf(row.id))).toEqual(numbers);
    for (let y = -10; y < lines.height + 40; y += 13)
      expect(lines.indexAt(y)).toBe(heights.filter((_, at) => (tops[at + 1] ?? 0) <= y).length);
  }
});

test('knows no place for what is held back or gone', () => {
  const book = bookOf(3);
  const lines = lineIndex({ book, roots: book.roots, held: 1, open: new Set(), isNarrow: false });
  expect(lines.indexOf(book.roots[0]?.id ?? '')).toBe(-1);
  expect(lines.indexOf('nobody')).toBe(-1);
});
