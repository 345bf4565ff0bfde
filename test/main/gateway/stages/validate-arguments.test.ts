import { expect, test } from 'vitest';
import { ArgumentValidator } from '../../../../main/gateway/stages/validate-arguments.ts';

const validator = new ArgumentValidator();

test.each([
  [
    'a pattern of a field',
    { properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
    { a: `${'a'.repeat(60)}!` },
  ],
  ['patterns of names', { patternProperties: { '^(a+)+$': {} } }, { [`${'a'.repeat(60)}!`]: 1 }],
])('refuses arguments that %s would take for ever on', (_what, schema, args) => {
  expect(() => {
    validator.validate('shop_get', { type: 'object', ...schema }, args);
  }).toThrow(
    /^Tool "shop_get" refused its arguments: "arguments" could not be checked: a pattern of the tool takes too long on them/,
  );
});

test('goes on with the next call after such a one', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
  expect(validator.issues(schema, { a: `${'a'.repeat(60)}!` })).toHaveLength(1);
  expect(validator.issues(schema, { a: 'aaa' })).toEqual([]);
  expect(validator.issues(schema, { a: 'b' })).toMatchObject([
    { keyword: 'pattern', instancePath: '/a' },
  ]);
});
