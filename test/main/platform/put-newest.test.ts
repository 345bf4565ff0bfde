import { expect, test } from 'vitest';
import { putNewest } from '../../../main/platform/put-newest.ts';

test('forgets what was put longest ago, and says what', () => {
  const map = new Map<string, number>();
  const left = ['a', 'b', 'a', 'c', 'd'].map((key, at) => putNewest(map, key, at, 2));
  expect(left).toEqual([[], [], [], [['b', 1]], [['a', 2]]]);
  expect([...map]).toEqual([
    ['c', 3],
    ['d', 4],
  ]);
});
