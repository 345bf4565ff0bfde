// A server whose tools nobody foresaw: what can be served is, and what cannot is said.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runCli } from '../builders/run-cli.ts';
import { runningGateway } from '../builders/running-gateway.ts';

const server = fileURLToPath(new URL('../fakes/changing-server.mjs', import.meta.url));

let deep: object = { type: 'string' };
for (let level = 0; level < 1500; level += 1) deep = { type: 'object', properties: { next: deep } };

const tools = [
  { name: '__proto__', description: 'inherited' },
  { name: 'constructor', description: 'built' },
  { name: 'twice', description: 'first' },
  { name: 'twice', description: 'second' },
  { description: 'nameless' },
  { name: 'too.many.dots.here', description: 'dotted' },
  { name: 'deep', description: 'down', inputSchema: deep },
  {
    name: 'loops',
    inputSchema: { type: 'object', properties: { a: { $ref: '#/properties/a' } } },
  },
];

let home: OwnHome;

beforeAll(() => {
  home = ownHome();
  const served = path.join(home.folder, 'tools.json');
  writeFileSync(served, JSON.stringify(tools));
  const entry = { transport: 'stdio', command: process.execPath, args: [server, served] };
  home.write('backends.yaml', JSON.stringify({ backends: [{ name: 'odd', ...entry }] }));
  home.write(
    'settings.yaml',
    'exposition: { clients: { zed: { strategy: flat, filter: { anyTag: [] } } } }\n',
  );
});

afterAll(() => {
  home.remove();
});

const toolmesh = (...args: string[]) => runCli(home, args);

test('names for the clients of settings.yaml what cannot be listed, again and again', async () => {
  const warnings = [
    'tools: warning: Tool "too.many.dots.here" is not listed: a name has at most two dots',
    'tools: warning: Tool "odd.loops" refers to "#/properties/a", which leads nowhere in its schema; that part takes anything',
    'tools: warning: A filter for client "zed" has an empty anyTag, which hides nothing; remove it or name tags',
  ];
  for (let round = 0; round < 2; round += 1) {
    const { lines } = await toolmesh('check');
    expect(lines.slice(0, -1)).toEqual(warnings);
  }
});

test('serves the first of two tools of one name, and logs what is left out', async () => {
  const gateway = await runningGateway(home);
  await gateway.firstAttempts();
  await gateway.close();
  expect(
    gateway.log.filter(({ level }) => level === 'warn').map(({ message }) => message),
  ).toContain(
    'Tools of backend "odd": 1 without a name left out; listed twice, the first counts: "twice"; nested too deep, listed without schemas: "deep"',
  );
  expect((await toolmesh('call', '--client', 'zed', 'odd_twice')).lines).toEqual(['first']);
});

test('calls tools whose names every object has', async () => {
  const { lines } = await toolmesh('tools', '--client', 'zed');
  const listed = JSON.parse(lines.join('\n')) as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual([
    'odd___proto__',
    'odd_constructor',
    'odd_twice',
    'odd_deep',
    'odd_loops',
  ]);
  expect((await toolmesh('call', '--client', 'zed', 'odd___proto__')).lines).toEqual(['inherited']);
  expect((await toolmesh('call', '--client', 'zed', 'odd_constructor')).lines).toEqual(['built']);
});

test('promises nothing about what a script does', async () => {
  const { lines } = await toolmesh('tools');
  const listed = JSON.parse(lines.join('\n')) as { name: string; annotations?: object }[];
  expect(listed.map(({ name, annotations }) => [name, annotations])).toEqual([
    ['discover_tools', { readOnlyHint: true }],
    ['execute_code', undefined],
  ]);
});
