import { expect, test } from 'vitest';
import { listPage } from '../../../../main/gateway/offers/list-page.ts';

function allPages<T>(list: readonly T[]): readonly (readonly T[])[] {
  const pages: (readonly T[])[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = listPage(list, cursor);
    pages.push(items);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return pages;
}

test('a long list comes in pages that hold all of it', () => {
  const list = Array.from({ length: 2500 }, (_, index) => ({ uri: `a://${index}` }));
  const pages = allPages(list);
  expect(pages.map(({ length }) => length)).toEqual([1000, 1000, 500]);
  expect(pages.flat()).toEqual(list);
});

test('big entries make pages smaller, and one that is too big comes alone', () => {
  const text = (length: number): { text: string } => ({ text: 'x'.repeat(length) });
  const list = [text(1_500_000), text(1_500_000), text(5_000_000), text(1)];
  expect(allPages(list).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
});

test('an empty list is one empty page', () => {
  expect(listPage([], undefined)).toEqual({ items: [] });
});

test.each(['-1', 'next', '7', '1e3', ''])(
  'the cursor "%s" of another list is refused',
  (cursor) => {
    expect(() => listPage([1, 2, 3], cursor)).toThrow('is none of this list');
  },
);
