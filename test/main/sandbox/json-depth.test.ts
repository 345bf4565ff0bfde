import { expect, test } from 'vitest';
import { isTooDeep, maxJsonLevels } from '../../../main/sandbox/json-depth.ts';

const nested = (levels: number, inner = ''): string =>
  '[{"k":'.repeat(levels / 2) + (inner === '' ? '1' : inner) + '}]'.repeat(levels / 2);

test('allows a value as deep as the bound and none deeper', () => {
  expect([isTooDeep(nested(maxJsonLevels)), isTooDeep(nested(maxJsonLevels + 2))]).toEqual([
    false,
    true,
  ]);
});

test('counts no brackets inside strings', () => {
  const text = JSON.stringify({ text: '[{"\\'.repeat(5000), list: ['\\', '"['] });
  expect(isTooDeep(text)).toBe(false);
});

test('counts levels, not brackets beside each other', () => {
  expect(isTooDeep(`[${'[],{},'.repeat(5000)}1]`)).toBe(false);
});
