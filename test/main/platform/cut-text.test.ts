import { expect, test } from 'vitest';
import { cutText } from '../../../main/platform/cut-text.ts';

test.each([
  ['a short text as it is', 'no key here', 20, 'no key here'],
  ['a text that just fits', 'token=abcdef', 12, 'token=abcdef'],
  ['without half a key at the cut', 'refused: sk-live_ab12+/cd==', 18, 'refused: …'],
  ['with a key that ends at the cut', 'key abcdef, refused', 10, 'key abcdef…'],
  ['nothing of one long key', 'abcdefghijklmnopqrstuvwxyz', 10, '…'],
  [
    'JSON up to the value that is cut',
    '{"error":"bad","key":"abcdefghij"}',
    26,
    '{"error":"bad","key":"…',
  ],
])('cuts %s', (_, text, most, expected) => {
  expect(cutText(text, most)).toBe(expected);
});
