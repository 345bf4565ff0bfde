import { expect, test } from 'vitest';
import { editValue } from '../../../main/config/edit-value.ts';

const settings = `# mine
audit:
  retention_days: 90 # a quarter
  max_mb: 500
  # the end

access:
  standard: { read: allow }
`;

test('changes one value and nothing else', () => {
  expect(editValue(settings, ['audit', 'retention_days'], 30)).toBe(settings.replace('90', '30'));
});

test('adds a key behind the last one of its section', () => {
  expect(editValue('http:\n  port: 1\n\ncode:\n  max_calls: 5\n', ['http', 'enabled'], true)).toBe(
    'http:\n  port: 1\n  enabled: true\n\ncode:\n  max_calls: 5\n',
  );
});

test('adds a section at the end of the file', () => {
  expect(editValue('# only a comment\n', ['window', 'theme'], 'dark')).toBe(
    '# only a comment\nwindow:\n  theme: dark\n',
  );
});

test('makes a file out of nothing', () => {
  expect(editValue('', ['access', 'trusted', 'admin'], 'ask')).toBe(
    'access:\n  trusted:\n    admin: ask\n',
  );
});

test('adds to a mapping on one line', () => {
  expect(editValue(settings, ['access', 'standard', 'write'], 'deny')).toContain(
    'standard: { read: allow, write: deny }',
  );
});

test('keeps Windows line ends', () => {
  expect(editValue('http:\r\n  port: 1\r\n', ['http', 'enabled'], true)).toBe(
    'http:\r\n  port: 1\r\n  enabled: true\r\n',
  );
});

test('quotes what would be read as something else', () => {
  expect(editValue('', ['access', 'trusted', '*'], 'on')).toBe(
    'access:\n  trusted:\n    "*": "on"\n',
  );
});

test('refuses a place that holds something else', () => {
  expect(() => editValue('http: open\n', ['http', 'port'], 1)).toThrow('would replace');
  expect(() => editValue('a: [', ['http', 'port'], 1)).toThrow('syntax error');
});
