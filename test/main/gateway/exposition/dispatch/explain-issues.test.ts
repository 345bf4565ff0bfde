import { expect, test } from 'vitest';
import { compile } from '../../../../../main/gateway/exposition/compile.ts';
import { dispatch } from '../../../../../main/gateway/exposition/dispatch/dispatch.ts';
import { ArgumentValidator } from '../../../../../main/gateway/stages/validate-arguments.ts';

const values = Array.from({ length: 20_000 }, (_, index) => `v${index}`);
const inputSchema = { type: 'object', properties: { e: { enum: values } } };
const validator = new ArgumentValidator();

test('a refusal names some of twenty thousand values, in every form', () => {
  const surface = compile([{ name: 'pick', inputSchema }], { strategy: 'flat' });
  const call = { name: 'pick', arguments: { e: 'x' } };
  const found = dispatch(surface, call, (schema, args) => validator.issues(schema, args));
  expect('error' in found && found.error.text).toMatch(/v48 \| v49 \| 19950 more/);
  expect(() => {
    validator.validate('pick', inputSchema, { e: 'x' });
  }).toThrow(/"v49" or one of 19950 more, got "x"/);
});
