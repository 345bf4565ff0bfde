import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { addOverride, removeOverride } from '../../../main/config/edit-overrides.ts';

const file = `# mine
access:
  standard: { write: ask } # carefully
  overrides:
    # the heavy one
    - { tool: netdata_processes, class: standard, decision: deny } # why
    - unit: homelab
      decision: ask
# the end
http: { enabled: true }
`;
const deny = { tool: 'github_delete_repo', decision: 'deny' };
const line = '{ tool: github_delete_repo, decision: deny }';

test('puts a new rule first and leaves the rest as it is', () => {
  expect(addOverride(file, deny)).toBe(
    file.replace('    # the heavy one', `    - ${line}\n    # the heavy one`),
  );
});

test('makes the list where there is none', () => {
  const list = `  overrides:\n    - ${line}\n`;
  expect(addOverride('', deny)).toBe(`access:\n${list}`);
  expect(addOverride('# mine\nhttp: {}', deny)).toBe(`# mine\nhttp: {}\naccess:\n${list}`);
  expect(addOverride('access:\n  standard:\n    read: ask # a\n# b\n', deny)).toBe(
    `access:\n  standard:\n    read: ask # a\n${list}# b\n`,
  );
});

test.each([
  ['access:\r\n  overrides: []\r\n', `access:\r\n  overrides: [${line}]\r\n`],
  [
    'access: { overrides: [{ unit: a, decision: ask }] }\n',
    `access: { overrides: [${line}, { unit: a, decision: ask }] }\n`,
  ],
])('keeps the form of a list in one line', (before, after) => {
  expect(addOverride(before, deny)).toBe(after);
});

test('fills a list without a value', () => {
  const before = 'access:\n  overrides: # none yet\nhttp: {}\n';
  expect(parse(addOverride(before, deny))).toEqual({ access: { overrides: [deny] }, http: {} });
});

test('writes the same rule once', () => {
  const once = addOverride(file, deny);
  expect(addOverride(once, deny)).toBe(once);
});

test('quotes what would mean something else', () => {
  expect(parse(addOverride('', { access: 'no', decision: 'deny' }))).toEqual({
    access: { overrides: [{ access: 'no', decision: 'deny' }] },
  });
});

test('removes one rule and no other byte', () => {
  const [first, second] = [
    { tool: 'netdata_processes', class: 'standard', decision: 'deny' },
    { unit: 'homelab', decision: 'ask' },
  ];
  const own = '    - { tool: netdata_processes, class: standard, decision: deny } # why\n';
  expect(removeOverride(file, 0, first)).toBe(file.replace(own, ''));
  const other = '    - unit: homelab\n      decision: ask\n';
  expect(removeOverride(file, 1, second)).toBe(file.replace(other, ''));
  const none = removeOverride(removeOverride(file, 1, second), 0, first);
  expect(parse(none)).toMatchObject({ access: { overrides: [] }, http: { enabled: true } });
  expect(none).toContain('# carefully');
});

test('leaves a list alone that has changed meanwhile', () => {
  expect(() => removeOverride(file, 0, deny)).toThrow(/changed meanwhile/);
  expect(() => addOverride('access: {', deny)).toThrow(/syntax error/);
  expect(() => addOverride('access: { overrides: x }', deny)).toThrow(/not a list/);
});
