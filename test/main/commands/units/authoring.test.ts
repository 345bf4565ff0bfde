import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownHome, type OwnHome } from '../../../builders/own-home.ts';
import { runCli } from '../../../builders/run-cli.ts';
import { startGated, type GatedServer } from '../../../fakes/gated-server.ts';

let home: OwnHome;
let server: GatedServer;
const units = (...args: readonly string[]): ReturnType<typeof runCli> =>
  runCli(home, ['units', ...args]);
const folder = (name: string): string => path.join(home.folder, 'config', 'units', name);

beforeEach(async () => {
  home = ownHome();
  server = await startGated();
});

afterEach(async () => {
  await server.close();
  home.remove();
});

/** A unit over the server, its tool `find` calling one tool or several. */
function writeUnit(glue: string, cases: string): void {
  const backends = [{ name: 'service', transport: 'http', url: server.url }];
  home.write(
    'units/own/unit.yaml',
    JSON.stringify({ unit: 'own', implementation: './own.js', backends }),
  );
  home.write('units/own/own.js', glue);
  home.write('units/own/tests/cases.yaml', cases);
}

const find = `f.query('find').input({ q: { required: true } }).handle(async ({ q }) => {
  const { content } = await api.service.search({ q });
  return { q, ...JSON.parse(content[0].text) };
});`;

test('writes a unit that loads, and whose tests pass without its backend', async () => {
  expect((await units('new', 'homelab')).code).toBe(0);
  expect(await units('check', folder('homelab'))).toMatchObject({
    code: 0,
    lines: ['1 tool, 0 errors, 0 warnings'],
  });
  expect(await runCli(home, ['units', 'test'], folder('homelab'))).toMatchObject({
    code: 0,
    lines: [
      'ok      counts the entries and names the newest',
      'ok      refuses a call without a topic',
      '2 of 2 passed',
    ],
  });
});

test('overwrites no unit and makes none with a bad name', async () => {
  await units('new', 'homelab');
  writeFileSync(path.join(folder('homelab'), 'homelab.js'), '// mine');
  const again = await units('new', 'homelab');
  const odd = await units('new', '9 lives');
  expect([again.code, odd.code, readdirSync(path.dirname(folder('x')))]).toEqual([
    1,
    2,
    ['homelab'],
  ]);
  expect(readFileSync(path.join(folder('homelab'), 'homelab.js'), 'utf8')).toBe('// mine');
});

test.each(['con', 'NUL', 'com1'])(
  'makes no unit %s, which Windows could not store',
  async (name) => {
    const { code, stderr } = await units('new', name);
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      `toolmesh units: "${name}" cannot be a unit's name; Windows has a device of this name, choose another`,
    ]);
  },
);

test('says that a file was named in place of its folder', async () => {
  await units('new', 'homelab');
  const { code, stderr } = await units('check', path.join(folder('homelab'), 'unit.yaml'));
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(
      `unit.yaml" is a file; name the folder of a unit, such as ${folder('homelab')}`,
    ),
  ]);
});

test('keeps a failure that the glue takes for an answer', async () => {
  writeUnit(
    `f.query('both').handle(async () => {
  const { isError } = await api.service.refuse({});
  return api.service.serch({}).catch(({ code, backend, tool }) => ({ isError, code, backend, tool }));
});`,
    `cases:
  - { name: failed, tool: both, expect: { equals: { isError: true, code: unknown-tool, backend: service, tool: serch } } }
`,
  );
  expect((await units('record', 'own', 'both')).lines).toEqual([
    '2 replies in recordings/both.json',
  ]);
  expect((await units('test', folder('own'))).lines.at(-1)).toBe('1 of 1 passed');
});

test('gives recordings names that every system can store', async () => {
  const tool = (name: string): string => `f.query('${name}').handle(() => api.service.search({}));`;
  writeUnit(`${tool('Get')}\n${tool('get')}\n${tool('aux')}`, 'cases: []');
  const files = [];
  for (const name of ['Get', 'get', 'aux'])
    files.push(...(await units('record', 'own', name)).lines);
  expect(files).toEqual([
    '1 reply in recordings/Get.json',
    '1 reply in recordings/get-2.json',
    '1 reply in recordings/aux-2.json',
  ]);
});

test('records nothing of a tool that there is not', async () => {
  writeUnit(find, 'cases: []');
  expect(await units('record', 'own', 'fnid')).toMatchObject({
    code: 1,
    lines: ['Unit "own" has no tool "fnid"; nearest: find'],
  });
});

test("keeps a backend's real replies and answers the unit's tests with them", async () => {
  writeUnit(
    find,
    `cases:
  - { name: found, tool: find, params: { q: disks }, expect: { equals: { q: disks, found: { q: disks } } } }
  - { name: in part, tool: find, params: { q: disks }, expect: { contains: { found: { q: disks } } } }
  - { name: as text, tool: find, params: { q: disks }, expect: { text: '"q":"disks"' } }
`,
  );
  expect(await units('record', 'own', 'find', '{"q":"disks"}')).toMatchObject({
    code: 0,
    lines: ['1 reply in recordings/find.json'],
  });
  await server.close();
  const tested = await units('test', folder('own'));
  server = await startGated();
  expect(tested).toMatchObject({
    code: 0,
    lines: expect.arrayContaining(['3 of 3 passed']) as unknown,
  });
  expect(
    JSON.parse(readFileSync(path.join(folder('own'), 'recordings/find.json'), 'utf8')),
  ).toEqual({
    tool: 'find',
    params: { q: 'disks' },
    calls: [
      {
        backend: 'service',
        tool: 'search',
        args: { q: 'disks' },
        result: { content: [{ type: 'text', text: '{"found":{"q":"disks"}}' }] },
      },
    ],
  });
});

test('says what differs, and which call was never recorded', async () => {
  writeUnit(
    find,
    `cases:
  - { name: wrong, tool: find, params: { q: disks }, expect: { equals: 5 } }
  - { name: no error, tool: find, params: { q: disks }, expect: { error: bad } }
  - { name: unknown, tool: find, params: { q: other }, expect: { text: x } }
  - { name: misspelt, tool: fnid, expect: { text: x } }
`,
  );
  await units('record', 'own', 'find', '{"q":"disks"}');
  expect(await units('test', folder('own'))).toMatchObject({
    code: 1,
    lines: [
      'FAILED  wrong: expected 5, got {"q":"disks","found":{"q":"disks"}}',
      'FAILED  no error: expected an error, got "{\\"q\\":\\"disks\\",\\"found\\":{\\"q\\":\\"disks\\"}}"',
      `FAILED  unknown: api.service.search({"q":"other"}) is not recorded; run: toolmesh units record own find '{"q":"other"}'`,
      'FAILED  misspelt: The unit has no tool "fnid"',
      '0 of 4 passed',
    ],
  });
});

test('replays by order where the arguments differ every time', async () => {
  writeUnit(
    `f.query('now').handle(async () => {
  const all = await Promise.all([1, 2].map((n) => api.service.search({ q: n + ' ' + Date.now() })));
  return all.map(({ content }) => JSON.parse(content[0].text).found.q[0]);
});`,
    'cases: [{ name: both, tool: now, match: order, expect: { equals: ["1", "2"] } }]',
  );
  expect((await units('record', 'own', 'now')).lines).toEqual(['2 replies in recordings/now.json']);
  expect((await units('test', folder('own'))).lines).toEqual(['ok      both', '1 of 1 passed']);
});

test('keeps the old recording when the backend gives no reply', async () => {
  writeUnit(find, 'cases: []');
  await units('record', 'own', 'find', '{"q":"disks"}');
  const before = readFileSync(path.join(folder('own'), 'recordings/find.json'), 'utf8');
  await server.close();
  const failed = await units('record', 'own', 'find', '{"q":"disks"}');
  server = await startGated();
  expect([failed.code, failed.lines[0]]).toEqual([
    1,
    'service.search gave no reply; nothing was written',
  ]);
  expect(readFileSync(path.join(folder('own'), 'recordings/find.json'), 'utf8')).toBe(before);
});

test('records no call that the access rules refuse', async () => {
  writeUnit(find.replace('f.query', 'f.mutation'), 'cases: []');
  const refused = await units('record', 'own', 'find', '{"q":"disks"}');
  expect(refused.code).toBe(1);
  expect(readdirSync(folder('own'))).not.toContain('recordings');
});

test('prints for one unit the same lines as toolmesh check', async () => {
  home.write(
    'units/own/unit.yaml',
    'unit: own\nimplementation: ./own.js\nexpose: { tools: [gone] }\n',
  );
  home.write(
    'units/own/own.js',
    `f.query('a').handle(() => 1);\nf.query('b');\nf.query('a').handle(() => 2);`,
  );
  const one = await units('check', folder('own'));
  const all = await runCli(home, ['check', '--offline']);
  expect(one.lines.slice(0, -1)).toEqual(all.lines.slice(0, -1));
  expect(one.lines).toEqual([
    `${folder('own')}/own.js:2:3: error: f, tool "b": has no .handle(); add the function that answers a call`,
    `${folder('own')}/own.js:3:3: error: f, tool "a": the name is used twice, in own.js, line 1 and in own.js, line 3; rename one of them`,
    'tools: warning: "own" promotes "gone", but has no such tool',
    '1 tool, 2 errors, 1 warning',
  ]);
  home.write('units/own/own.js', 'fetch("/");');
  expect((await units('check', folder('own'))).lines[0]).toBe(
    `${folder('own')}/own.js:1:1: error: "fetch" is not available in glue; glue reaches the outside only through api.<backend>.<tool>()`,
  );
});

test('promotes no tool that the unit does not have', async () => {
  writeUnit(find, 'cases: []');
  const refused = await units('promote', 'own', 'fnd');
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('Unit "own" has no tool "fnd"; nearest: find');
  expect((await units('promote', 'own', 'find')).lines).toEqual([
    'own_find is shown at the top level',
  ]);
});
