// The commands that do without a window what its pages do.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closedPort } from '../builders/closed-port.ts';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runCli } from '../builders/run-cli.ts';
import { stdioClient } from '../builders/stdio-client.ts';
import { startReplay, type Replay } from '../fakes/replay-netdata.mjs';
import { stop } from '../setup/background.ts';

const echo = fileURLToPath(new URL('../fakes/echo-server.mjs', import.meta.url));

let home: OwnHome;
let gateway: ChildProcess | undefined;
let agent: Replay | undefined;

beforeEach(() => {
  home = ownHome();
  [gateway, agent] = [undefined, undefined];
});
afterEach(async () => {
  if (gateway !== undefined) await stop(gateway);
  await agent?.close();
  home.remove();
});

const toolmesh = (...args: string[]) => runCli(home, args);

async function serve(): Promise<void> {
  gateway = await headlessGateway(home);
}

test('pauses and resumes the running gateway', async () => {
  home.write('backends.yaml', JSON.stringify({ backends: [echoEntry()] }));
  await serve();
  const client = await stdioClient(home, 'cursor');
  expect((await toolmesh('pause')).lines).toEqual(['Calls are answered with "paused"']);
  expect(await client.callText('over_stdio_echo', { bytes: 3 })).toMatch(/paused/i);
  expect((await toolmesh('resume')).lines).toEqual(['Calls are answered again']);
  expect((await client.call('over_stdio_echo', { bytes: 3 })).isError).toBeUndefined();
  await client.client.close();
});

test('says so when there is no gateway to pause', async () => {
  expect(await toolmesh('pause')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No gateway runs') as string,
  });
});

test('stops the running gateway and waits until it is gone', async () => {
  await serve();
  const ended = once(gateway as ChildProcess, 'exit');
  expect(await toolmesh('stop')).toEqual({
    code: 0,
    lines: ['The gateway has ended'],
    stderr: '',
  });
  expect(await ended).toEqual([0, null]);
  await serve();
});

test('says so when there is no gateway to stop', async () => {
  expect(await toolmesh('stop')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('so there is nothing to stop') as string,
  });
});

test('sets a setting and keeps the rest of the file', async () => {
  home.write('settings.yaml', '# mine\naudit:\n  max_mb: 10 # small\n');
  expect(await toolmesh('settings', 'set', 'maxMb', '20')).toMatchObject({
    code: 0,
    lines: ['maxMb is 20'],
  });
  await toolmesh('settings', 'set', 'strategy', 'flat', '--client', 'cursor');
  expect(home.read('settings.yaml')).toBe(
    '# mine\naudit:\n  max_mb: 20 # small\nexposition:\n  clients:\n    cursor:\n      strategy: flat\n',
  );
  const printed = JSON.parse((await toolmesh('settings')).lines.join('\n')) as unknown;
  expect(printed).toMatchObject({
    audit: { max_mb: 20 },
    exposition: { clients: { cursor: { strategy: 'flat' } } },
  });
});

test('refuses a setting that cannot be and writes nothing', async () => {
  const key = await toolmesh('settings', 'set', 'theem', 'dark');
  expect([key.code, key.stderr]).toEqual([2, expect.stringContaining('nearest: theme')]);
  const value = await toolmesh('settings', 'set', 'theme', 'pink');
  expect([value.code, value.stderr]).toEqual([2, expect.stringContaining('got "pink"')]);
  expect(() => home.read('settings.yaml')).toThrow();
});

test('changes one cell of the access table', async () => {
  await toolmesh('access', 'set', 'standard', 'write', 'ask');
  const { lines } = await toolmesh('access');
  expect(lines[0]?.trim().split(/\s+/)).toEqual([
    'read',
    'write',
    'admin',
    'dangerous',
    'unclassified',
    '*',
  ]);
  expect(lines.find((line) => line.startsWith('standard'))?.split(/\s+/)).toEqual([
    'standard',
    'allow',
    'ask',
    'ask',
    'ask',
    'allow',
    'ask',
  ]);
  const wrong = await toolmesh('access', 'set', 'standart', 'write', 'ask');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('nearest: standard')]);
});

test('adds, tests, lists and removes a backend', async () => {
  home.write('backends.yaml', '# mine\nbackends: []\n');
  const stdio = ['--stdio', 'echo', process.execPath, echo];
  expect((await toolmesh('backends', 'test', ...stdio)).lines.at(-1)).toBe('tools: echo');
  expect(home.read('backends.yaml')).toBe('# mine\nbackends: []\n');
  await toolmesh('backends', 'add', ...stdio);
  const listed = await toolmesh('backends', 'list');
  expect(listed.lines).toEqual([expect.stringMatching(/^echo +healthy +.*1 tool$/)]);
  await toolmesh('backends', 'remove', 'echo');
  expect(home.read('backends.yaml')).toContain('# mine');
  expect((await toolmesh('backends')).lines).toEqual([
    expect.stringContaining('There is no backend yet'),
  ]);
});

test('leaves the options behind a command to the command', async () => {
  home.write('backends.yaml', 'backends: []\n');
  const command = [process.execPath, '--no-warnings', echo, '--key', 'x', '--json'];
  const key = ['--key', 'ECHO_KEY'];
  const added = await toolmesh('backends', 'add', '--stdio', ...key, 'echo', ...command);
  expect([added.code, added.stderr]).toEqual([0, '']);
  const entry = home.read('backends.yaml');
  for (const arg of ['--no-warnings', '--key', '--json']) expect(entry).toContain(arg);
  expect(entry).toContain('api_key_env: ECHO_KEY');
  await toolmesh('backends', 'remove', 'echo');
});

test('tells why a backend cannot be reached', async () => {
  const address = `127.0.0.1:${await closedPort()}`;
  const tried = await toolmesh('backends', 'test', 'away', `http://${address}/mcp`);
  expect([tried.code, tried.stderr]).toEqual([1, expect.stringContaining(address)]);
});

test('tells of a login that failed, and not to log in', async () => {
  const url = `http://127.0.0.1:${await closedPort()}/mcp`;
  home.write(
    'backends.yaml',
    JSON.stringify({ backends: [{ name: 'away', transport: 'http', url }] }),
  );
  await serve();
  const { code, stderr } = await toolmesh('backends', 'login', 'away');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /The login to backend "away" failed \(.+\); try again, "toolmesh backends"/,
    ),
  ]);
});

test('says that Netdata is still switched off where it was', async () => {
  agent = await startReplay();
  await toolmesh('units', 'enable', 'netdata');
  await toolmesh('units', 'disable', 'netdata');
  const added = await toolmesh('netdata', 'add', '--url', agent.url);
  expect(added.lines.at(-1)).toContain('switch it on with: toolmesh units enable netdata');
});

test('adds Netdata once its agent has answered', async () => {
  agent = await startReplay();
  const added = await toolmesh('netdata', 'add', '--url', agent.url);
  expect(added.lines.find((line) => line.startsWith('nodes: '))).toContain('prod-parent');
  expect(added.lines.at(-1)).toMatch(/; try it with: toolmesh call netdata_health_summary$/);
  expect(home.read('units/netdata/unit.yaml')).toContain(agent.url);
  const rows = await toolmesh('backends', 'list');
  expect(rows.lines).toEqual([expect.stringMatching(/^netdata \/ nd +healthy/)]);
});

test('adds nothing for an address where no Netdata answers', async () => {
  const added = await toolmesh(
    'netdata',
    'add',
    '--url',
    `http://127.0.0.1:${await closedPort()}/mcp`,
  );
  expect(added.code).toBe(1);
  expect(() => home.read('units/netdata/unit.yaml')).toThrow();
  const wrong = await toolmesh('netdata', 'test', '--url', 'localhost');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('got "localhost"')]);
});

function echoEntry(): object {
  return { name: 'over_stdio', transport: 'stdio', command: process.execPath, args: [echo] };
}
