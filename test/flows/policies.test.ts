import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import {
  callTool,
  httpClient,
  runningGateway,
  type TestGateway,
} from '../builders/running-gateway.ts';
import { textOf } from '../builders/stdio-client.ts';

const run = promisify(execFile);
let home: OwnHome;
let gateway: TestGateway;
let client: Client;

const unit = `
function describe() {
  return { tools: [
    { name: 'look', description: 'Looks', access: 'read', params: {} },
    { name: 'change', description: 'Changes', access: 'write', params: {} },
    { name: 'wipe', description: 'Deletes it all', access: 'dangerous', params: { what: {} } },
  ] };
}
function look() { return 'seen by jane@example.org'; }
function change() { return 'changed'; }
function wipe({ what }) { return what + ' is gone'; }
`;

beforeAll(async () => {
  home = ownHome();
  home.write('settings.yaml', 'http: { enabled: true, port: 0 }\n');
  home.write(
    'units/demo/unit.yaml',
    'unit: demo\nimplementation: ./demo.js\nexpose: { tools: [look, change, wipe] }\n',
  );
  home.write('units/demo/demo.js', unit);
  gateway = await runningGateway(home);
  client = await httpClient(gateway.httpUrl() ?? '', await gateway.tokens.createToken('laptop'));
});

afterAll(async () => {
  await client.close();
  await gateway.close();
  home.remove();
});

const toolmesh = (...words: string[]): Promise<{ stdout: string }> =>
  run(process.execPath, [cliFile, ...words], { env: home.env });

async function answer(name: string, args = {}): Promise<string> {
  return textOf(await callTool(client, name, args));
}

/** The answer once the gateway has taken a change over; it follows its files by itself. */
function soon(name: string) {
  return expect.poll(() => answer(name), { timeout: 20_000 });
}

test('a shipped policy is off until it is enabled, and off again after', async () => {
  expect(await answer('demo_change')).toBe('changed');
  await toolmesh('policies', 'enable', 'read-only');
  await soon('demo_change').toContain('this gateway is read-only');
  expect((await toolmesh('policies')).stdout).toMatch(/read-only\.js +on; \d+ denied today\n/);
  expect(await answer('demo_look')).toContain('seen by');
  const code = 'return await toolmesh.demo_change()';
  expect(await answer('execute_code', { code })).toContain('this gateway is read-only');
  await toolmesh('policies', 'disable', 'read-only');
  await soon('demo_change').toBe('changed');
});

test('a policy sees the answer of a script as well', async () => {
  await toolmesh('policies', 'enable', 'pii-masking');
  await soon('demo_look').toBe('seen by [e-mail]');
  const code = "return 'write to ' + ['joe', 'example.org'].join('@')";
  expect(await answer('execute_code', { code })).toContain('write to [e-mail]');
  const { policies } = await gateway.services.access();
  const masking = policies.find(({ name }) => name === 'pii-masking.js');
  expect(masking?.today).toEqual({ denied: 0, changed: expect.any(Number) as number });
  expect(masking?.today?.changed).toBeGreaterThan(1);
  await toolmesh('policies', 'disable', 'pii-masking');
  await soon('demo_look').toBe('seen by jane@example.org');
});

test('a policy that never was right denies everything and is shown', async () => {
  home.write('policies/own.js', 'if (');
  await soon('demo_look').toContain('Policy "own.js" cannot be loaded');
  const { state, problems } = gateway.services.gateway();
  expect(state).toBe('attention');
  expect(problems).toMatchObject([{ subject: 'policy own.js', severity: 'error' }]);
  home.write('policies/own.js', "if (ctx.phase === 'pre') return;");
  await soon('demo_look').toContain('seen by');
});

test('a call waits for whoever watches on the command line', async () => {
  const watcher = spawn(process.execPath, [cliFile, 'approvals', 'watch'], { env: home.env });
  await seen(watcher.stderr, 'Watching');
  const answered = answer('demo_wipe', { what: 'disk' });
  const shown = await seen(watcher.stdout, '"what": "disk"');
  watcher.stdin.write('y\n');
  expect(await answered).toBe('disk is gone');
  watcher.stdin.end();
  if (watcher.exitCode === null) await once(watcher, 'exit');
  expect(shown).toContain('demo_wipe (dangerous) for laptop (standard)');
  expect(shown).toContain('\n  Deletes it all\n{');
  const page = await gateway.audit.queryAudit({ tool: 'wipe', limit: 1, order: 'newest' });
  expect(page.records[0]?.decidedBy).toMatch(/^approved once by .+ in the command line$/);
});

test('a call that waits writes nothing hidden to the terminal', async () => {
  const watcher = spawn(process.execPath, [cliFile, 'approvals', 'watch'], { env: home.env });
  await seen(watcher.stderr, 'Watching');
  const answered = answer('demo_wipe', { what: 'disk\u202e\u009b2J' });
  const shown = await seen(watcher.stdout, '"what": "disk');
  watcher.stdin.end('n\n');
  expect(await answered).toContain('said no');
  expect(shown).toContain('disk\\u202e\\u009b2J');
});

/** All that came until the text was there. */
function seen(stream: Readable, text: string): Promise<string> {
  return new Promise((resolve) => {
    let all = '';
    stream.on('data', (chunk: Buffer) => {
      all += chunk.toString();
      if (all.includes(text)) resolve(all);
    });
  });
}
