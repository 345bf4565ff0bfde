// What somebody meets who tries the command line for the first time, or whose machine is in trouble.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolvePaths } from '../../main/config/paths.ts';
import { connectLocal } from '../../main/endpoint/local-socket.ts';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { runCli } from '../builders/run-cli.ts';
import { stop } from '../setup/background.ts';
import { listening } from '../setup/listening.ts';

const packageFile = fileURLToPath(new URL('../../package.json', import.meta.url));

let home: OwnHome;
beforeEach(() => {
  home = ownHome();
});
afterEach(() => {
  home.remove();
});

const toolmesh = (...args: string[]) => runCli(home, args);

test('prints its version', async () => {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  expect(await toolmesh('--version')).toEqual({ code: 0, lines: [version], stderr: '' });
});

test('explains a command after "help" as after "--help"', async () => {
  const [asked, flagged] = [await toolmesh('help', 'units'), await toolmesh('units', '--help')];
  expect(asked).toEqual(flagged);
  expect(asked.lines[0]).toMatch(/^Usage: toolmesh units/);
});

test.each([
  [['call'], 'NAME is missing'],
  [['tools', '--client', ''], '--client needs an id of 1 to 100 characters, got ""'],
  [['stdio', '--client='], '--client needs an id of 1 to 100 characters, got ""'],
  [['call', 'x', '--first', ''], '--first needs the name of a tool'],
  [['netdata'], 'a verb (test, add) is missing'],
  [['approvals', 'allow'], 'ID is missing'],
  [['authz', 'grant', 'user:a'], 'OBJECT is missing'],
  [['access', 'set'], 'CLASS is missing: trusted, standard, untrusted'],
  [['access', 'unexcept'], 'NUMBER is missing; "toolmesh access" shows the numbers'],
  [['settings', 'set'], 'KEY is missing: theme'],
  [['settings', 'set', 'theme', 'pink'], 'expected "system", "light" or "dark", got "pink"'],
  [['settings', 'set', 'httpPort', '99999'], 'expected at most 65535, got "99999"'],
  [['audit', '--csv', '--jsonl'], '--jsonl and --csv do not go together; leave one out'],
  [['audit', '--csv', '--limit', '3'], '--csv and --limit do not go together; leave one out'],
  [
    ['audit', '--counters', '--status', 'error'],
    '--counters and --status do not go together; leave one out',
  ],
  [['audit', '--size', '--unit', 'a'], '--size and --unit do not go together; leave one out'],
  [['audit', '--csv', '--follow'], '--csv and --follow do not go together; leave one out'],
  [['backends', 'test', 'x', 'foo'], 'url: expected an http or https URL, got "foo"'],
])('says what is wrong with %j', async (args, message) => {
  const { code, stderr } = await toolmesh(...args);
  expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
});

test.each([['pause'], ['resume'], ['approvals'], ['backends', 'changes']])(
  'says that no gateway runs, and how to start one: %s',
  async (...args) => {
    const { code, stderr } = await toolmesh(...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /No gateway runs, so .*; start the app or "toolmesh serve" \(backend-unreachable\)/,
    );
  },
);

test.each([
  [['tokens'], 'There is no token yet; "toolmesh tokens create NAME" makes one'],
  [['audit', '--counters'], 'No sums match; only units with "audit: none" under expose keep them'],
])('says that there is nothing: %j', async (args, line) => {
  expect(await toolmesh(...args)).toEqual({ code: 0, lines: [line], stderr: '' });
});

test('shows what shipped units are for without marks of Markdown', async () => {
  const shown = (await toolmesh('units')).lines.join('\n');
  expect(shown).toContain('answered from a Netdata agent in a few hundred bytes');
  expect(shown).not.toContain('](');
  expect(shown).toMatch(/ \w+…$/m);
});

test('warns of a unit that is switched off under a wrong name', async () => {
  await toolmesh('units', 'enable', 'netdata');
  home.write('settings.yaml', 'units:\n  disabled:\n    - netdta\n');
  const { code, lines } = await toolmesh('check', '--offline');
  expect([code, lines[0]]).toEqual([
    0,
    expect.stringContaining(
      'settings.yaml:3:7: warning: units.disabled[0]: there is no unit "netdta"; nearest: netdata',
    ),
  ]);
});

test('warns of limits for a unit that there is not', async () => {
  await toolmesh('units', 'enable', 'netdata');
  home.write('settings.yaml', 'units:\n  limits: { "*": { depth: 4 }, netdta: { depth: 2 } }\n');
  const { code, lines } = await toolmesh('check', '--offline');
  expect([code, lines[0]]).toEqual([
    0,
    expect.stringContaining(
      'settings.yaml:2:32: warning: units.limits: there is no unit "netdta"; nearest: netdata',
    ),
  ]);
});

test('refuses a limit of nothing and says what it must exceed', async () => {
  home.write('settings.yaml', 'units: { limits: { "*": { timeout_s: 0 } } }\n');
  expect((await toolmesh('check', '--offline')).lines[0]).toContain(
    'units.limits.*.timeout_s: expected more than 0, got 0',
  );
});

test('says that the folder to check is missing', async () => {
  await toolmesh('units', 'enable', 'netdata');
  expect(await toolmesh('units', 'check', 'nowhere')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'There is no folder "nowhere"; name the folder of a unit',
    ) as string,
  });
  const { stderr } = await toolmesh('units', 'check', 'netdata');
  expect(stderr).toContain(`did you mean ${path.join(home.folder, 'config', 'units', 'netdata')}`);
});

test('recommends no form of a list without tools', async () => {
  expect((await toolmesh('tools', '--cost')).lines.at(-1)).toBe(
    'No unit or backend has a tool yet',
  );
});

test.each([
  ['backends', '"toolmesh backends add NAME URL" adds one'],
  ['secrets', '"toolmesh secrets set NAME" keeps one'],
  ['tokens', '"toolmesh tokens create NAME" makes one'],
  ['clients', 'toolmesh clients snippet'],
])('says what to do when there are no %s', async (command, next) => {
  const { code, lines } = await toolmesh(command);
  expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining(next)]);
});

test('says what to look at when no agent answers', async () => {
  const { code, stderr } = await toolmesh('netdata', 'test', '--url', 'http://127.0.0.1:1/mcp');
  expect(code).toBe(1);
  expect(stderr).toBe(
    'Backend "netdata" does not answer at http://127.0.0.1:1/mcp (connection refused)\n' +
      'Does the agent run there? --url names another address\n',
  );
});

test('ends, and frees the socket, when the data folder cannot be made', async () => {
  const file = path.join(home.folder, 'file');
  writeFileSync(file, '');
  const env = { ...home.env, TOOLMESH_DATA: path.join(file, 'data') };
  const { code, stderr } = await runCli({ ...home, env }, ['serve']);
  expect(code).toBe(1);
  expect(stderr).toContain(file);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(await connectLocal(resolvePaths(env).socket)).toBeUndefined();
});

test('tells of a taken port, and goes on', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  mkdirSync(path.join(home.folder, 'config'), { recursive: true });
  const gateway = spawn(process.execPath, [cliFile, 'serve'], { env: home.env });
  try {
    const lines = createInterface(gateway.stderr);
    await listening(resolvePaths(home.env).socket, gateway);
    const told = new Promise<string>((resolve) => {
      lines.on('line', (line) => {
        if (line.includes(String(port))) resolve(line);
      });
    });
    home.write('settings.yaml', `http: { enabled: true, port: ${port} }\n`);
    expect(await told).toContain(
      `http: 127.0.0.1:${port} cannot be opened (EADDRINUSE); free the port or choose another one`,
    );
    expect((await toolmesh('call', 'discover_tools')).code).toBe(0);
  } finally {
    await stop(gateway);
    taken.close();
  }
});

test('finds the tools of a backend also without a running gateway', async () => {
  const echo = fileURLToPath(new URL('../fakes/echo-server.mjs', import.meta.url));
  const backend = { name: 'files', transport: 'stdio', command: process.execPath, args: [echo] };
  home.write('backends.yaml', JSON.stringify({ backends: [backend] }));
  const { lines } = await toolmesh('call', 'discover_tools', '{"query":"echo"}');
  expect(lines.join('\n')).toContain('files_echo');
});
