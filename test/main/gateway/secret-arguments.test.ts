import { expect, test } from 'vitest';
import { redactParams } from '../../../main/gateway/audit/redact-params.ts';
import { ArgumentValidator } from '../../../main/gateway/stages/validate-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    password: { type: 'number' },
    level: { enum: [1, 2] },
    login: { type: 'object', properties: { user: { type: 'string' }, pin: { type: 'number' } } },
    list: { type: 'array' },
  },
};

function refusal(args: Record<string, unknown>): string {
  try {
    new ArgumentValidator().validate('unit_tool', schema, args);
  } catch (error) {
    return String(error);
  }
  return '';
}

test.each([
  { password: 'hunter22' },
  { login: { user: 'jane', pin: 'hunter22' } },
  { list: { access_key: 'hunter22' } },
  { level: { pwd: 'hunter22' } },
])('never quotes an argument named like a secret: %o', (args) => {
  expect(refusal(args)).toContain('[hidden]');
  expect(refusal(args)).not.toContain('hunter22');
});

test('quotes every other wrong argument', () => {
  expect(refusal({ level: 7 })).toContain('must be 1 or 2, got 7');
});

test.each(['password', 'accessKey', 'signing_key', 'db_pwd', 'otp', 'Authorization', 'apiKey'])(
  'keeps an argument named %s off every record',
  (name) => {
    expect(redactParams({ in: [{ [name]: 'hunter22' }] })).not.toContain('hunter22');
  },
);

test('keeps ordinary names on record', () => {
  expect(redactParams({ key: 'PROJ-1', hotplug: 'on', spinning: 1 })).toBe(
    '{"key":"PROJ-1","hotplug":"on","spinning":1}',
  );
});
