import { expect, test } from 'vitest';
import { alignColumns } from '../../../main/commands/align-columns.ts';

test('makes a column as wide as its longest name', () => {
  const rows = [
    ['netdata', 'on', '/units/netdata'],
    ['a-unit-with-a-long-name', 'off', '/units/long'],
  ];
  expect(alignColumns(rows, [12, 5])).toEqual([
    'netdata                  on   /units/netdata',
    'a-unit-with-a-long-name  off  /units/long',
  ]);
});

test('keeps a name too long for a column apart from the next', () => {
  const name = 'n'.repeat(200);
  expect(
    alignColumns(
      [
        [name, 'on'],
        ['b', 'on'],
      ],
      [6, 4],
    ),
  ).toEqual([`${name}  on`, 'b     on']);
});

test('keeps what is behind the columns in one piece', () => {
  expect(alignColumns([['a', 'x', 'y'], ['b']], [4])).toEqual(['a   x y', 'b']);
});
