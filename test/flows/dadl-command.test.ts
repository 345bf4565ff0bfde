import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';

const run = promisify(execFile);

const good = `
spec: https://dadl.ai/spec/dadl-spec-v0.2.md
backend:
  name: inventory
  type: rest
  description: Things in the house
  base_url: '{INVENTORY_URL}'
  auth: { type: bearer, credential: inventory_token }
  tools:
    list: { method: GET, path: /things, description: All things }
`;

const bad = `
spec: https://dadl.ai/spec/dadl-spec-v0.2.md
backend:
  name: Inventory
  type: rest
  description: Things in the house
  auth: { type: bearer, credential: inventory_token }
  tools:
    list:
      method: GET
      path: /things/{id}
      description: All things
      cache_ttl: 60s
      response:
        transform: '.things['
    other:
      method: GET
      path: /other
      description: Others
      params: { id: { type: string, in: path } }
  composites:
    leak: { description: leak, code: 'return await fetch("http://192.0.2.1");' }
`;

let home: OwnHome;
beforeEach(() => {
  home = ownHome();
  mkdirSync(path.join(home.folder, 'files'));
});
afterEach(() => {
  home.remove();
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without a terminal: nothing is asked. */
async function toolmesh(...args: readonly string[]): Promise<Ended> {
  const ended = run(process.execPath, [cliFile, ...args], { env: home.env });
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as Ended,
  );
}

function file(name: string, text: string): string {
  const at = path.join(home.folder, 'files', name);
  writeFileSync(at, text);
  return at;
}

test('check names every slip of a file at its place', async () => {
  const at = file('bad.dadl', bad);
  const { code, stdout } = await toolmesh('dadl', 'check', at);
  expect(code).toBe(1);
  const lines = stdout.replaceAll(`${at}:`, '').trim().split('\n');
  const summary = lines.pop();
  expect(lines.map((line) => line.slice(0, 60)).sort()).toStrictEqual([
    '11:7: error: backend.tools.list.path: "{id}" has no param "i',
    '13:7: error: backend.tools.list.cache_ttl: the key "cache_tt',
    '20:17: error: backend.tools.other.params.id: "id" is in: pat',
    '22:32: error: backend.composites.leak.code: "fetch" is not a',
    '4:3: error: backend.name: "Inventory" is not a slug like "my',
  ]);
  expect(summary).toMatch(/^1 file, 0 tools, 0 composites, 5 errors, 0 warnings$/);
});

test('check finds a filter that is not jq', async () => {
  const at = file(
    'filter.dadl',
    good.replace('description: All things', "description: All, response: { transform: '.a[' }"),
  );
  const { code, stdout } = await toolmesh('dadl', 'check', at);
  expect(code).toBe(1);
  expect(stdout).toContain('is not jq: syntax error');
});

test('add copies the file, writes the backend and names the missing key', async () => {
  home.write(
    'backends.yaml',
    '# mine\nbackends:\n  - name: other # keep\n    transport: stdio\n    command: other\n',
  );
  const at = file('inventory.dadl', good);
  const { code, stdout } = await toolmesh('dadl', 'add', at, '--url', 'http://192.0.2.9:8080');
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toContain('toolmesh secrets set INVENTORY_TOKEN');
  expect(home.read('dadl/inventory.dadl')).toBe(good);
  expect(home.read('backends.yaml')).toBe(
    '# mine\nbackends:\n  - name: other # keep\n    transport: stdio\n    command: other\n' +
      '  - name: inventory\n    transport: rest\n    dadl: inventory.dadl\n    url: http://192.0.2.9:8080\n',
  );
});

test('add says what is missing when nobody can be asked', async () => {
  const { code, stderr } = await toolmesh('dadl', 'add', file('inventory.dadl', good));
  expect(code).toBe(2);
  expect(stderr).toContain('give its URL with --url');
});

test('the check of the configuration says that a service is away', async () => {
  home.write('dadl/inventory.dadl', good);
  home.write(
    'backends.yaml',
    'backends:\n  - { name: house, transport: rest, dadl: inventory.dadl, url: "http://127.0.0.1:1" }\n',
  );
  const { stdout } = await toolmesh('check');
  expect(stdout).toContain(
    'backends.yaml: warning: Backend "house" does not answer at http://127.0.0.1:1 (ECONNREFUSED)',
  );
});

test('add never takes a name twice', async () => {
  const at = file('inventory.dadl', good);
  await toolmesh('dadl', 'add', at, '--url', 'http://192.0.2.9');
  const { code, stderr } = await toolmesh('dadl', 'add', at, '--url', 'http://192.0.2.9');
  expect(code).toBe(1);
  expect(stderr).toContain('"inventory" is there already');
});
