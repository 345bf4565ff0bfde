import { expect, test } from 'vitest';
import { checkSchema } from '../../../main/config/check-schema.ts';
import { backendsFile } from '../../../main/config/schema/backend-entry.ts';
import { parseYaml } from '../../../main/config/yaml-source.ts';

function problemsOf(text: string): string {
  const parsed = parseYaml('backends.yaml', text, 'backends.yaml');
  if ('problems' in parsed) return JSON.stringify(parsed.problems);
  const checked = checkSchema(parsed.source, backendsFile, 'backends.yaml');
  return 'problems' in checked ? JSON.stringify(checked.problems) : '';
}

test.each([
  ['the key in place of its name', 'url: http://a/mcp, api_key_env: "sk-hunter22"'],
  ['a header', 'url: http://a/mcp, headers: { Authorization: 22334455 }'],
  ['a variable', 'url: http://a/mcp, oauth: { client_secret_env: "hunter22!" }'],
  ['a user in an address', 'url: "htp://jane:hunter22@a/mcp"'],
  ['a key in an address', 'url: "htp://a/mcp?api_key=hunter22"'],
])('an error of the file does not quote %s', (_what, fields) => {
  const problems = problemsOf(`backends:\n  - { name: a, transport: http, ${fields} }\n`);
  expect(problems).toContain('expected');
  expect(problems).not.toMatch(/hunter22|22334455/);
});

test('an error of the syntax quotes no line', () => {
  const problems = problemsOf('backends:\n  - name: a\n    api_key: hunter22: x\n');
  expect(problems).toContain('"line":');
  expect(problems).not.toContain('hunter22');
});
