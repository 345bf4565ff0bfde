import { expect, test } from 'vitest';
import { addToBook, emptyBook } from '../../../renderer/state/audit-book.ts';
import { auditView, subCallView } from '../../builders/views.ts';

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('keeps the newest call first whatever order they ended in', () => {
  const book = addToBook(emptyBook, [
    auditView({ id: 'short', ts: 200 }),
    auditView({ id: 'long', ts: 100, durationMs: 500 }),
    auditView({ id: 'last', ts: 300 }),
  ]);
  expect(ids(book.roots)).toEqual(['last', 'short', 'long']);
});

test('takes a sub-call that arrives before its parent', () => {
  const parent = auditView({ id: 'parent' });
  const early = addToBook(emptyBook, [subCallView(parent)]);
  expect(early.roots).toEqual([]);
  const book = addToBook(early, [parent]);
  expect(ids(book.children.get('parent') ?? [])).toEqual(['parent-1']);
});

test('counts a row once that is both asked for and announced', () => {
  const parent = auditView({ id: 'parent' });
  const rows = [subCallView(parent), parent];
  const book = addToBook(addToBook(emptyBook, rows), rows);
  expect(ids(book.roots)).toEqual(['parent']);
  expect(book.children.get('parent')).toHaveLength(1);
});

test('keeps the sub-calls of several batches in the order they began', () => {
  const parent = auditView({ id: 'parent' });
  const batch = (...times: number[]) =>
    times.map((ts) => subCallView(parent, { id: `sub ${ts}`, ts }));
  const book = addToBook(addToBook(emptyBook, batch(3, 1)), batch(2, 4));
  expect(ids(book.children.get('parent') ?? [])).toEqual(['sub 1', 'sub 2', 'sub 3', 'sub 4']);
});

test('lets the oldest calls go with what ran below them', () => {
  const oldest = auditView({ id: 'oldest', ts: 0 });
  const newer = Array.from({ length: 100_000 }, (_, index) =>
    auditView({ id: `n${index}`, ts: index + 1 }),
  );
  const book = addToBook(addToBook(emptyBook, [subCallView(oldest), oldest]), newer);
  expect(book.roots).toHaveLength(100_000);
  expect(book.children.size).toBe(0);
});
