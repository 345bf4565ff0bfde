import { expect, test } from 'vitest';
import { grantTuple } from '../../../../main/gateway/authz/grant-tuple.ts';
import { toCheck } from '../../../../main/gateway/authz/to-tuple.ts';

test.each([
  ['user:alice', 'plan:home', 'user:alice subscriber plan:home'],
  ['user:*', 'plan:free', 'user:* subscriber plan:free'],
  ['user:alice', 'company:acme', 'user:alice member company:acme'],
  ['company:acme', 'plan:pro', 'company:acme#member subscriber plan:pro'],
  ['plan:home', 'unit:netdata', 'plan:home associated_plan unit:netdata'],
  ['plan:home', 'tool:web_fetch', 'plan:home associated_plan tool:web_fetch'],
])('%s and %s make one tuple', (subject, object, tuple) => {
  const { user, relation, object: at } = grantTuple(subject, object);
  expect(`${user} ${relation} ${at}`).toBe(tuple);
});

test.each([
  ['user:alice', 'tool:x'],
  ['plan:home', 'user:alice'],
  ['alice', 'plan:home'],
])('%s and %s make none', (subject, object) => {
  expect(() => grantTuple(subject, object)).toThrow(/make no grant|is not TYPE:NAME/);
});

test('a user name can never stand for everybody or another type', () => {
  expect(toCheck('*', { tool: 't' }).user).toBe('user:%2A');
  expect(toCheck('a:b#c d', { tool: 't' }).user).toBe('user:a%3Ab%23c%20d');
});

test("a unit's tool is asked for together with its unit", () => {
  expect(toCheck('alice', { tool: 'netdata_metric', unit: 'netdata' })).toEqual({
    user: 'user:alice',
    relation: 'can_execute',
    object: 'tool:netdata_metric',
    contextualTuples: [{ user: 'unit:netdata', relation: 'unit', object: 'tool:netdata_metric' }],
  });
  expect(toCheck('alice', { tool: 'web_fetch' }).contextualTuples).toEqual([]);
});
