import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../renderer/text/language.ts';

const english = languageFor('en-US', 'UTC').format;
const german = languageFor('de-DE', 'UTC').format;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('sizes', () => {
  test.each([
    [0, '0.0 KB'],
    [812, '0.8 KB'],
    [12_228, '12.2 KB'],
    [675_300, '675 KB'],
    [999_600, '1.0 MB'],
    [61_400_000, '61.4 MB'],
    [1_200_000_000, '1.2 GB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(plain(english.bytes(bytes))).toBe(text);
  });

  test('names the unit of a pair once', () => {
    expect(english.bytePair(12_228, 812).map(plain)).toEqual(['12.2', '0.8 KB']);
    expect(german.bytePair(12_228, 812).map(plain)).toEqual(['12,2', '0,8 KB']);
  });
});

test.each([
  [3.1, '3.1 ms'],
  [9.96, '10 ms'],
  [14, '14 ms'],
  [9940, '9,940 ms'],
  [10_020, '10.0 s'],
])('%d milliseconds took %s', (ms, text) => {
  expect(plain(english.duration(ms))).toBe(text);
});

test('writes large token counts short', () => {
  expect([247_764, 7_050_000].map((count) => plain(english.tokens(count)))).toEqual([
    '247,764',
    '7.05 M',
  ]);
});

test('writes times on a 24 hour clock', () => {
  const ts = Date.UTC(2026, 10, 29, 21, 14, 8);
  expect([english.clock(ts), english.clockSeconds(ts)]).toEqual(['21:14', '21:14:08']);
});

test('tells how long ago in the largest unit', () => {
  expect([0, 23_000, 61_000, 7_300_000].map((age) => english.ago(0, age))).toEqual([
    '0 s ago',
    '23 s ago',
    '1 min ago',
    '2 h ago',
  ]);
  expect(german.ago(0, 23_000)).toBe('vor 23 s');
});

test('tells a span in two units at most', () => {
  expect([5000, 720_000, 14_400_000, 532_800_000].map((ms) => plain(english.span(ms)))).toEqual([
    '5 s',
    '12 min',
    '4 h',
    '6 d 4 h',
  ]);
});
