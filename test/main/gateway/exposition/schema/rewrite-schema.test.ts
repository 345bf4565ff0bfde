import { expect, test } from 'vitest';
import { rewriteSchema } from '../../../../../main/gateway/exposition/schema/rewrite-schema.ts';

const root = (a: unknown, $defs: object = {}) => ({ properties: { a }, $defs });

test.each([
  ['itself', root({ $ref: '#/properties/a', title: 'A' }), { title: 'A' }],
  [
    'itself by another',
    root({ $ref: '#/$defs/x' }, { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } }),
    {},
  ],
  [
    'itself as one of its branches',
    root({ $ref: '#/$defs/x' }, { x: { anyOf: [{ $ref: '#/$defs/x' }, { type: 'string' }] } }),
    {},
  ],
])('drops a reference that means only %s', (_, schema, left) => {
  const { schema: rewritten, defs, unresolved } = rewriteSchema(schema, true);
  expect([rewritten, defs.size, unresolved.length]).toEqual([{ properties: { a: left } }, 0, 1]);
});

test('keeps what refers to itself for a part of it', () => {
  const list = { anyOf: [{ type: 'null' }, { properties: { next: { $ref: '#/$defs/list' } } }] };
  const { schema, defs, unresolved } = rewriteSchema(
    root({ $ref: '#/$defs/list' }, { list }),
    true,
  );
  expect(schema).toEqual({ properties: { a: { $ref: '#/$defs/list' } } });
  expect([...defs]).toEqual([['list', list]]);
  expect(unresolved).toEqual([]);
});

test('takes hundreds of definitions that name each other', () => {
  const count = 800;
  const $defs = Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const next = { $ref: `#/$defs/D${(index + 1) % count}` };
      return [`D${index}`, { type: 'object', properties: { next } }];
    }),
  );
  const { defs } = rewriteSchema(root({ $ref: '#/$defs/D0' }, $defs), true);
  expect([...defs]).toEqual(Object.entries($defs));
});
