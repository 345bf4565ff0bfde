import { expect, test } from 'vitest';
import { escapeHidden, escapeLine } from '../../../main/contract/escape-hidden.ts';

test('writes what cannot be seen as escapes', () => {
  expect(escapeHidden('a\u202eb\u0007\u009b2J\nc')).toBe('a\\u202eb\\u0007\\u009b2J\nc');
});

test('takes the end of a Windows line for a plain one', () => {
  expect(escapeHidden('one\r\ntwo\rthree')).toBe('one\ntwo\\u000dthree');
});

test('leaves what has one line on one line', () => {
  expect(escapeLine('a\nb\tc\u2028d')).toBe('a\\u000ab\\u0009c\\u2028d');
});
