import { expect, test } from 'vitest';
import { settingsFile } from '../../../../main/config/schema/settings.ts';
import {
  decideAccess,
  type AccessQuestion,
} from '../../../../main/gateway/access/decide-access.ts';

const defaults = settingsFile.parse({}).access;

function ask(changes: Partial<AccessQuestion>, rules: unknown = {}): string {
  const question: AccessQuestion = {
    callerClass: 'standard',
    backend: 'netdata',
    canonicalName: 'netdata_metric',
    access: 'read',
    ...changes,
  };
  const { decision, decidedBy } = decideAccess(
    question,
    settingsFile.parse({ access: rules }).access,
  );
  return `${decision} by ${decidedBy}`;
}

test.each([
  ['trusted', 'admin', 'allow by trusted.admin'],
  ['trusted', 'dangerous', 'ask by trusted.dangerous'],
  ['standard', 'write', 'allow by standard.write'],
  ['standard', 'admin', 'ask by standard.admin'],
  ['standard', 'unclassified', 'allow by standard.unclassified'],
  ['standard', 'own-word', 'ask by standard.*'],
  ['untrusted', 'read', 'allow by untrusted.read'],
  ['untrusted', 'write', 'deny by untrusted.write'],
  ['untrusted', 'unclassified', 'deny by untrusted.unclassified'],
  ['untrusted', 'own-word', 'deny by untrusted.*'],
] as const)('out of the box %s may do %s: %s', (callerClass, access, expected) => {
  expect(ask({ callerClass, access })).toBe(expected);
});

test('a row in the settings changes only what it names', () => {
  const rules = { standard: { write: 'deny' } };
  expect(ask({ access: 'write' }, rules)).toBe('deny by standard.write');
  expect(ask({ access: 'read' }, rules)).toBe('allow by standard.read');
});

test('the first matching override decides before the table', () => {
  const overrides = [
    { tool: 'netdata_metric', class: 'untrusted', decision: 'deny' },
    { unit: 'netdata', access: 'read', decision: 'ask' },
    { unit: 'netdata', decision: 'deny' },
  ];
  expect(ask({}, { overrides })).toBe('ask by override 2');
  expect(ask({ access: 'write' }, { overrides })).toBe('deny by override 3');
  expect(ask({ backend: 'other', canonicalName: 'other_x' }, { overrides })).toBe(
    'allow by standard.read',
  );
});

test("an own word that is also a property of objects is no one's permission", () => {
  expect(ask({ access: 'constructor' })).toBe('ask by standard.*');
  expect(ask({ access: '__proto__', callerClass: 'untrusted' })).toBe('deny by untrusted.*');
  expect(Object.keys(defaults.untrusted)).not.toContain('constructor');
});
