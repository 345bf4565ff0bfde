import { expect, test } from 'vitest';
import { KeptMap } from '../../../../main/gateway/exposition/kept-map.ts';
import { createRandom } from '../../../builders/random.ts';

test('makes nothing again, whatever is put in, taken out or moved', () => {
  const random = createRandom(7);
  const memo = new KeptMap<object, object>();
  let items: readonly object[] = Array.from({ length: 40 }, () => ({}));
  const madeOf = new Map<object, object>();
  for (let round = 0; round < 2000; round += 1) {
    const at = Math.floor(random.next() * (items.length + 1));
    const to = Math.floor(random.next() * (items.length + 1));
    const kind = Math.floor(random.next() * 4);
    if (kind === 0) items = [...items.slice(0, at), {}, ...items.slice(at)];
    if (kind === 1) items = items.filter((_, index) => index !== at);
    if (kind === 2) items = [...items.slice(to), ...items.slice(0, to)];
    if (kind === 3) items = [...items];
    const values = memo.map(items, (item) => {
      expect(madeOf.has(item)).toBe(false);
      const value = { item };
      madeOf.set(item, value);
      return value;
    });
    expect(values).toEqual(items.map((item) => madeOf.get(item)));
  }
});

test('answers with the same list when nothing changed', () => {
  const memo = new KeptMap<object, number>();
  const items = [{}, {}];
  const first = memo.map(items, (_, index) => index);
  expect(memo.map([...items], () => 9)).toBe(first);
});
