import { expect, test } from 'vitest';
import { checkSchema } from '../../../main/config/check-schema.ts';
import { settingsFile } from '../../../main/config/schema/settings.ts';
import { parseYaml } from '../../../main/config/yaml-source.ts';

function messagesOf(text: string): readonly string[] {
  const parsed = parseYaml('settings.yaml', text, 'settings.yaml');
  if ('problems' in parsed) throw new Error(parsed.problems[0]?.message);
  const checked = checkSchema(parsed.source, settingsFile, 'settings.yaml');
  return 'problems' in checked
    ? checked.problems.map(({ line, message }) => `${line}: ${message}`)
    : [];
}

test('takes every form of exposition', () => {
  const text = `exposition:
  default: { strategy: flat, separator: '-' }
  clients:
    cursor: { strategy: grouped, discriminator: op, separator: ., charset: mcp, description: toon }
    claude-code: { charset: mcp }
    zed: { strategy: code, min_actions: 3, filter: { anyTag: [a], exclude: [b] } }
  namespaces: { billing: { discriminator: operation, description: Invoices, tags: [finance] } }
  filter: { exclude: [internal] }
`;
  expect(messagesOf(text)).toEqual([]);
});

test.each([
  [
    'default: { strategy: tree }',
    '1: exposition.default.strategy: expected "code", "flat" or "grouped" (CONFIG_STRATEGY), got "tree"',
  ],
  [
    "default: { separator: '' }",
    '1: exposition.default.separator: expected one to eight letters, digits, "_" and "-" (CONFIG_SEPARATOR), got ""',
  ],
  [
    'clients: { a: { separator: . } }',
    '1: exposition.clients.a.separator: expected one to eight letters, digits, "_" and "-" (CONFIG_SEPARATOR), got "."',
  ],
  [
    'default: { separator: ., charset: mcp }, clients: { a: { charset: strict }, b: {} }',
    '1: exposition.clients.a.charset: expected "mcp", as the separator "." of exposition.default needs it, or a separator of its own (CONFIG_SEPARATOR), got "strict"',
  ],
  [
    'clients: { Claude Desktop: {}, claude-desktop: {} }',
    '1: exposition.clients.claude-desktop: expected each client once; "Claude Desktop" is the same client, got a mapping',
  ],
  [
    'default: { discriminator: __proto__ }',
    '1: exposition.default.discriminator: expected a name of letters, digits, "_" and "-" that is no part of JavaScript objects (CONFIG_DISCRIMINATOR), got "__proto__"',
  ],
  [
    'filter: { anyTags: [a] }',
    '1: exposition.filter: unknown key "anyTags"; nearest: anyTag, tags',
  ],
])('names the place and the remedy of %s', (section, message) => {
  expect(messagesOf(`exposition: { ${section} }\n`)).toEqual([message]);
});
