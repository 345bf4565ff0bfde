import { query } from 'json-p3';
import { expect, test } from 'vitest';
import {
  parsePath,
  replaceAtPath,
  selectPath,
} from '../../../../../main/backends/rest/dadl/json-path.ts';

const document = {
  data: { items: [{ id: 1, tags: ['a', 'b'] }, { id: 2 }, { id: 3, tags: [] }], total: 3 },
  meta: { 'next.page': null, deep: [[1, 2], [3]] },
  empty: {},
};

test.each([
  '$',
  '$.data.items',
  '$.data.items[0].id',
  '$.data.items[-1].id',
  '$.data.items[*].id',
  '$.data.items[*].tags[*]',
  '$.data.items[*].tags[0]',
  '$.meta.deep[*][*]',
  '$.data.*',
  "$.meta['next.page']",
  '$.empty.*',
  '$.data.nothing',
  '$.data.items[7]',
  '$.data.total.more',
])('selects what RFC 9535 selects for %s', (text) => {
  const match = selectPath(parsePath(text), document);
  const expected = query(text, document).values();
  const isList = text.includes('*');
  expect(match).toStrictEqual(
    isList
      ? { found: true, value: expected }
      : expected.length === 1
        ? { found: true, value: expected[0] }
        : { found: false },
  );
});

test('takes names that hold hyphens and signs', () => {
  const value = { 'invoice-items': { '@total': 4 } };
  expect(selectPath(parsePath('$.invoice-items.@total'), value)).toStrictEqual({
    found: true,
    value: 4,
  });
});

test.each([
  'data',
  '$..id',
  '$.a[1:2]',
  '$.a[0,1]',
  '$.a[?(@.b)]',
  '$.page < $.pages',
  '$.a<$.b',
  '$.',
])('refuses %s, which searches or compares', (text) => {
  expect(() => parsePath(text)).toThrow(text);
});

test('never reaches what an object inherits', () => {
  expect(selectPath(parsePath('$.__proto__'), {})).toStrictEqual({ found: false });
  expect(selectPath(parsePath('$.list.length'), { list: [1] })).toStrictEqual({ found: false });
});

test('replaces every match and leaves the rest alone', () => {
  const hidden = replaceAtPath(
    parsePath('$.items[*].key'),
    {
      items: [{ key: 'a', id: 1 }, { id: 2 }, 'text'],
      key: 'kept',
    },
    '[REDACTED]',
  );
  expect(hidden).toStrictEqual({
    items: [{ key: '[REDACTED]', id: 1 }, { id: 2 }, 'text'],
    key: 'kept',
  });
});
