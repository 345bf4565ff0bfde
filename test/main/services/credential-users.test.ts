import { expect, test } from 'vitest';
import { backendEntry, type BackendEntry } from '../../../main/config/schema/backend-entry.ts';
import { editCredentialName } from '../../../main/config/edit-credential-name.ts';
import { credentialUsers } from '../../../main/services/credential-users.ts';

const dadl = `
spec: "https://dadl.ai/spec/dadl-spec-v0.1.md"
backend:
  name: vikunja
  type: rest
  base_url: http://vikunja.example
  description: Tasks
  auth:
    type: bearer
    credential: vikunja-token
  tools:
    list_tasks: { method: GET, path: /tasks, access: read, description: Lists }
`;
const rest = (fields: object): BackendEntry => {
  const entry = { name: 'tasks', transport: 'rest', dadl: 'vikunja.dadl', ...fields };
  const source = { file: '/vikunja.dadl', text: dadl, fragments: {} };
  return Object.assign(backendEntry.parse(entry), { source });
};
const usersOf = (...backends: BackendEntry[]) =>
  credentialUsers({ backends, units: [] }).map(({ name, fixedBy }) => [name, fixedBy]);

test('finds the key a DADL file names', () => {
  expect(usersOf(rest({}))).toEqual([['VIKUNJA_TOKEN', 'dadl']]);
});

test('knows by which name the entry has it instead', () => {
  expect(usersOf(rest({ api_key_env: 'MY_KEY' }))).toEqual([['MY_KEY', undefined]]);
  expect(usersOf(rest({ env: { CREDENTIAL_VIKUNJA_TOKEN: 'CREDENTIAL_MINE' } }))).toEqual([
    ['MINE', undefined],
  ]);
});

test("finds a login's secret and a child's variable", () => {
  const http = backendEntry.parse({
    name: 'linear',
    transport: 'http',
    url: 'http://linear.example/mcp',
    oauth: { client_id: 'x', client_secret_env: 'linear_secret' },
  });
  const child = backendEntry.parse({
    name: 'files',
    transport: 'stdio',
    command: 'mcp-files',
    api_key_env: 'FILES_KEY',
  });
  expect(usersOf(http, child)).toEqual([
    ['LINEAR_SECRET', undefined],
    ['FILES_KEY', 'program'],
  ]);
});

test('gives a key its new name wherever an entry names it, and nowhere else', () => {
  const file = `# OLD_KEY stays in comments
backends:
  - name: a
    api_key_env: old_key # here
    headers: { X-Name: OLD_KEY }
  - { name: b, oauth: { client_secret_env: "OLD_KEY" } }
  - name: c
    transport: rest
    env: { CREDENTIAL_X: CREDENTIAL_OLD_KEY, CREDENTIAL_Y: OTHER }
`;
  expect(editCredentialName(file, 'OLD_KEY', 'NEW')).toBe(
    file
      .replace('api_key_env: old_key', 'api_key_env: NEW')
      .replace('client_secret_env: "OLD_KEY"', 'client_secret_env: NEW')
      .replace('CREDENTIAL_OLD_KEY', 'CREDENTIAL_NEW'),
  );
  expect(editCredentialName(file, 'NOWHERE', 'NEW')).toBe(file);
});
