// What commands list for programs: the whole of it, parsed.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runCli } from '../builders/run-cli.ts';

let home: OwnHome;
beforeEach(() => {
  home = ownHome();
});
afterEach(() => {
  home.remove();
});

const toolmesh = (...args: string[]) => runCli(home, args);

async function json(...args: string[]): Promise<unknown> {
  return JSON.parse((await toolmesh(...args, '--json')).lines.join('\n')) as unknown;
}

test('lists units with their state as JSON', async () => {
  await toolmesh('units', 'enable', 'netdata');
  await toolmesh('units', 'disable', 'netdata');
  home.write('units/odd/unit.yaml', 'unit: 1\n');
  expect(await json('units')).toEqual([
    { name: 'netdata', state: 'off', folder: unitFolder('netdata') },
    {
      ...{ name: 'odd', state: 'error', folder: unitFolder('odd') },
      problems: [
        expect.stringMatching(/unit\.yaml:1:7: error: unit: expected a string, got 1$/) as string,
        expect.stringMatching(/unit\.yaml:1:1: error: implementation: /) as string,
      ],
    },
    {
      name: 'homelab',
      state: 'shipped',
      summary: expect.stringContaining('One question over two services') as string,
    },
  ]);
});

test('prints the problems of a check as JSON', async () => {
  home.write('settings.yaml', 'units:\n  disabled: [gone]\n');
  const file = path.join(home.folder, 'config', 'settings.yaml');
  expect(await json('check', '--offline')).toEqual({
    ...{ units: 0, backends: 0, errors: 0, warnings: 1 },
    problems: [
      {
        ...{ subject: 'settings.yaml', file, line: 2, column: 14, severity: 'warning' },
        message: 'units.disabled[0]: there is no unit "gone"; take the line out, or add the unit',
      },
    ],
  });
});

test('lists secrets as JSON without a key in it', async () => {
  home.write(
    'backends.yaml',
    'backends:\n  - { name: wiki, transport: http, url: http://localhost:1/mcp, api_key_env: WIKI }\n',
  );
  const env = { ...home.env, CREDENTIAL_OTHER: 'k-other' };
  const { lines } = await runCli({ ...home, env }, ['secrets', '--json']);
  expect(lines.join('\n')).not.toContain('k-other');
  expect(JSON.parse(lines.join('\n'))).toEqual([
    { name: 'OTHER', source: 'environment', usedBy: [], uses: 0, lastUsedAt: null },
    { name: 'WIKI', source: 'missing', usedBy: ['wiki'], uses: 0, lastUsedAt: null },
  ]);
});

test('prints the access table and its exceptions as JSON', async () => {
  await toolmesh('access', 'set', 'standard', 'write', 'ask');
  await toolmesh('access', 'except', 'deny', '--tool', 'netdata_processes');
  expect(await json('access')).toMatchObject({
    table: { trusted: { read: 'allow' }, standard: { write: 'ask', '*': 'ask' } },
    exceptions: [{ number: 1, tool: 'netdata_processes', decision: 'deny' }],
  });
});

test('lists policies in the order they run as JSON', async () => {
  await toolmesh('policies', 'enable', 'read-only');
  const file = path.join(home.folder, 'config', 'policies', 'own.js');
  writeFileSync(file, 'function (');
  const today = { denied: 0, changed: 0 };
  const off = { state: 'off', detail: expect.stringMatching(/\w/) as string };
  expect(await json('policies')).toEqual([
    { name: 'own.js', state: 'broken', detail: expect.stringMatching(/\w/) as string, today },
    { name: 'read-only.js', state: 'on', detail: '', today },
    { name: 'no-dangerous.js', ...off },
    { name: 'pii-masking.js', ...off },
    { name: 'rate-limit.js', ...off },
  ]);
});

test('lists tokens as JSON, never what lets somebody in', async () => {
  expect(await json('tokens')).toEqual([]);
  await toolmesh('tokens', 'create', 'ci', '--client', 'cursor', '--role', 'ops');
  expect(await json('tokens', 'list')).toEqual([
    {
      ...{ name: 'ci', client: 'cursor', roles: ['ops'] },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    },
  ]);
});

test('refuses --json where nothing is listed', async () => {
  expect(await toolmesh('tokens', 'revoke', 'ci', '--json')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--json goes with "list", not with "revoke"') as string,
  });
});

function unitFolder(name: string): string {
  return path.join(home.folder, 'config', 'units', name);
}
