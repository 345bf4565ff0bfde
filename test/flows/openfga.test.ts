// Against a real OpenFGA server; skipped with the reason where there is none.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import {
  callTool,
  httpClient,
  runningGateway,
  type TestGateway,
} from '../builders/running-gateway.ts';
import { textOf } from '../builders/stdio-client.ts';
import { findOpenFga, startOpenFga, type OpenFgaServer } from '../setup/openfga-server.ts';

const run = promisify(execFile);
const found = findOpenFga();
const program = 'program' in found ? found.program : '';
const why = 'missing' in found ? ` (skipped: ${found.missing})` : '';

const unit = (name: string): string => `
function describe() {
  return { tools: [
    { name: 'hello', description: 'Says hello', access: 'read', params: {} },
    { name: 'other', description: 'Says more', access: 'read', params: {} },
  ] };
}
function hello() { return '${name} says hello'; }
function other() { return '${name} says more'; }
`;

describe.skipIf(program === '')(`grants of an OpenFGA server${why}`, () => {
  let server: OpenFgaServer;
  let home: OwnHome;
  let gateway: TestGateway;
  let env: Record<string, string>;
  const clients: Client[] = [];

  beforeAll(async () => {
    server = await startOpenFga(program);
    home = ownHome();
    home.write('settings.yaml', 'http: { enabled: true, port: 0 }\n');
    for (const name of ['alpha', 'beta']) {
      home.write(
        `units/${name}/unit.yaml`,
        `unit: ${name}\nimplementation: ./glue.js\nexpose: { tools: [hello, other] }\n`,
      );
      home.write(`units/${name}/glue.js`, unit(name));
    }
    env = { OPENFGA_MODE: 'restrict', OPENFGA_API_URL: server.url, OPENFGA_CACHE_SECONDS: '0' };
    const { stdout } = await authz('init', '--store', 'test');
    env['OPENFGA_STORE_ID'] = /OPENFGA_STORE_ID=(\S+)/.exec(stdout)?.[1] ?? '';
    await authz('grant', 'user:alice', 'plan:home');
    await authz('grant', 'plan:home', 'unit:alpha');
    await authz('grant', 'user:carol', 'company:acme');
    await authz('grant', 'company:acme', 'plan:pro');
    await authz('grant', 'plan:pro', 'tool:beta_hello');
    gateway = await runningGateway(home, env);
  });

  afterAll(async () => {
    for (const client of clients) await client.close();
    await gateway.close();
    await server.stop();
    home.remove();
  });

  function authz(...words: string[]): Promise<{ stdout: string; stderr: string }> {
    return run(process.execPath, [cliFile, 'authz', ...words], { env: { ...home.env, ...env } });
  }

  async function clientOf(user: string): Promise<Client> {
    const token = await gateway.tokens.createToken(user);
    const client = await httpClient(gateway.httpUrl() ?? '', token);
    clients.push(client);
    return client;
  }

  async function answer(client: Client, name: string, args = {}): Promise<string> {
    return textOf(await callTool(client, name, args));
  }

  test('a granted unit brings all its tools and no others', async () => {
    const alice = await clientOf('alice');
    expect(await answer(alice, 'alpha_hello')).toBe('alpha says hello');
    expect(await answer(alice, 'alpha_other')).toBe('alpha says more');
    expect(await answer(alice, 'beta_hello')).toContain('"alice"');
    const rows = await gateway.services.recentAudit(10);
    expect(rows.at(-1)).toMatchObject({ status: 'denied', errorCode: 'access-denied' });
  });

  test('a member of a company may run the one tool of its plan', async () => {
    const carol = await clientOf('carol');
    expect(await answer(carol, 'beta_hello')).toBe('beta says hello');
    expect(await answer(carol, 'beta_other')).toContain('is not granted "beta_other"');
    expect(await answer(carol, 'alpha_hello')).toContain('is not granted');
  });

  test('lists, discovery and scripts show only what the user may run', async () => {
    const dave = await clientOf('dave');
    const alice = await clientOf('alice-2');
    await authz('grant', 'user:alice-2', 'plan:home');
    const listed = async (client: Client): Promise<string[]> =>
      (await client.listTools()).tools.map(({ name }) => name);
    expect(await listed(dave)).toEqual(['discover_tools', 'execute_code']);
    expect(await listed(alice)).toEqual([
      'discover_tools',
      'execute_code',
      'alpha_hello',
      'alpha_other',
    ]);
    const discovered = await answer(alice, 'discover_tools');
    expect(discovered).toContain('alpha_hello');
    expect(discovered).not.toContain('beta_');
    const code = "return await toolmesh.discover('says')";
    expect(await answer(alice, 'execute_code', { code })).not.toContain('beta_');
    const reach = { code: 'return await toolmesh.beta_hello()' };
    expect(await answer(alice, 'execute_code', reach)).not.toContain('beta says');
  });

  test('a revoked grant ends at once without a cache', async () => {
    await authz('grant', 'user:erin', 'plan:home');
    const erin = await clientOf('erin');
    expect(await answer(erin, 'alpha_hello')).toBe('alpha says hello');
    await authz('revoke', 'user:erin', 'plan:home');
    expect(await answer(erin, 'alpha_hello')).toContain('is not granted');
  });

  test('the command line tells what a user may run', async () => {
    expect((await authz('check', 'alice', 'alpha_hello', '--unit', 'alpha')).stdout).toContain(
      'alice may run alpha_hello',
    );
    const refused = await authz('check', 'alice', 'beta_hello', '--unit', 'beta').catch(
      (error: unknown) => error as { code: number; stderr: string },
    );
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not granted') as string,
    });
  });

  test('denies with a clear text while the server is away, and shows it', async () => {
    const alice = await clientOf('alice-3');
    await authz('grant', 'user:alice-3', 'plan:home');
    const port = Number(new URL(server.url).port);
    await server.stop();
    expect(await answer(alice, 'alpha_hello')).toContain('cannot be asked');
    expect((await alice.listTools()).tools.map(({ name }) => name)).not.toContain('alpha_hello');
    const view = gateway.services.gateway();
    expect(view.state).toBe('attention');
    expect(JSON.stringify(view.problems)).toContain('OpenFGA at 127.0.0.1');
    server = await startOpenFga(program, port);
  });
});
