import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { execFile } from 'node:child_process';
import { request as httpRequest } from 'node:http';
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
let url: string;

const unit = `
function describe() {
  return { tools: [
    { name: 'hello', description: 'Says hello', access: 'read', params: { who: {} } },
    { name: 'wipe', description: 'Deletes it all', access: 'dangerous', params: {} },
  ] };
}
function hello({ who }) { return 'hello ' + who; }
function wipe() { return 'gone'; }
`;

beforeAll(async () => {
  home = ownHome();
  home.write('settings.yaml', 'http: { enabled: true, port: 0 }\n');
  home.write(
    'units/demo/unit.yaml',
    'unit: demo\nimplementation: ./demo.js\nexpose: { tools: [hello, wipe] }\n',
  );
  home.write('units/demo/demo.js', unit);
  gateway = await runningGateway(home);
  url = gateway.httpUrl() ?? '';
});

afterAll(async () => {
  await gateway.close();
  home.remove();
});

async function recordOf(tool: string) {
  const rows = await gateway.services.recentAudit(100);
  return rows.findLast((row) => row.tool === tool);
}

test('lets a client in with its token and nobody without one', async () => {
  const token = await gateway.tokens.createToken('laptop');
  const client = await httpClient(url, token);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('demo_hello');
  expect(textOf(await callTool(client, 'demo_hello', { who: 'you' }))).toBe('hello you');
  expect(await recordOf('hello')).toMatchObject({ client: 'laptop', callerClass: 'standard' });
  await client.close();
  for (const wrong of ['', 'tm_wrong', `${token}x`]) {
    await expect(httpClient(url, wrong)).rejects.toThrow(/401|Unauthorized|token/i);
  }
});

test("keeps one token's session from another one's", async () => {
  const [first, second] = [
    await gateway.tokens.createToken('first'),
    await gateway.tokens.createToken('second'),
  ];
  const client = await httpClient(url, first);
  const sessionId = (client.transport as { sessionId?: string }).sessionId ?? '';
  const stolen = await post({ authorization: `Bearer ${second}`, 'mcp-session-id': sessionId });
  expect(stolen.status).toBe(404);
  expect(
    (await post({ authorization: `Bearer ${first}`, 'mcp-session-id': sessionId })).status,
  ).toBe(200);
  await client.close();
});

test('ends a revoked token at once, its open sessions too', async () => {
  const token = await gateway.tokens.createToken('lost');
  const client = await httpClient(url, token);
  const before = gateway.services.gateway().clients.length;
  await gateway.tokens.revokeToken('lost');
  await expect(callTool(client, 'demo_hello', {})).rejects.toThrow();
  await until(() => gateway.services.gateway().clients.length < before);
  await client.close();
});

test.each([
  ['a foreign Host', 'p1', { host: 'evil.example:8123' }],
  ['a foreign Origin', 'p2', { origin: 'https://evil.example' }],
  ['a sandboxed page', 'p3', { origin: 'null' }],
])('turns %s away, token or not', async (_, name, headers) => {
  const token = await gateway.tokens.createToken(name);
  expect((await post({ ...headers, authorization: `Bearer ${token}` })).status).toBe(403);
});

test('refuses a request that is too large or no JSON', async () => {
  const token = await gateway.tokens.createToken('big');
  const headers = { authorization: `Bearer ${token}` };
  expect((await post(headers, 'not json')).status).toBe(400);
  expect((await post(headers, `"${'x'.repeat(11 * 1024 * 1024)}"`)).status).toBe(413);
});

test('asks the user of a client that can ask, and else denies', async () => {
  const token = await gateway.tokens.createToken('asking');
  const silent = await httpClient(url, token);
  expect(textOf(await callTool(silent, 'demo_wipe'))).toContain('there is nobody to ask');
  const client = new Client(
    { name: 'asking-client', version: '1.0.0' },
    { capabilities: { elicitation: {} } },
  );
  const questions: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message);
    return { action: 'accept', content: { decision: 'once' } };
  });
  await httpClient(url, token, client);
  expect(textOf(await callTool(client, 'demo_wipe'))).toBe('gone');
  expect(questions[0]).toContain('Allow demo_wipe? It is dangerous');
  await client.close();
  await silent.close();
});

test('asks whoever attends the desk first', async () => {
  const token = await gateway.tokens.createToken('desk');
  const client = await httpClient(url, token);
  const leave = gateway.approvals.attend();
  const stop = gateway.approvals.onApprovalsChange(() => {
    const [waiting] = gateway.approvals.approvals();
    if (waiting !== undefined) gateway.approvals.decide(waiting.id, 'deny', 'the window');
  });
  const refused = await callTool(client, 'demo_wipe');
  expect(refused.isError).toBe(true);
  expect(textOf(refused)).toContain('in the window said no');
  stop();
  leave();
  await client.close();
});

test('makes and revokes tokens on the command line', async () => {
  const { stdout } = await run(
    process.execPath,
    [cliFile, 'tokens', 'create', 'phone', '--client', 'pocket', '--role', 'family'],
    { env: home.env },
  );
  const client = await httpClient(url, stdout.trim());
  await callTool(client, 'demo_hello', { who: 'phone' });
  expect(await recordOf('hello')).toMatchObject({ client: 'pocket' });
  const list = await run(process.execPath, [cliFile, 'tokens'], { env: home.env });
  expect(list.stdout).toMatch(/phone +pocket +\d{4}-\d\d-\d\d family/);
  expect(list.stdout).not.toContain(stdout.trim());
  await run(process.execPath, [cliFile, 'tokens', 'revoke', 'phone'], { env: home.env });
  await expect(httpClient(url, stdout.trim())).rejects.toThrow();
  await client.close();
});

test('closes and opens with the settings', async () => {
  home.write('settings.yaml', 'http: { enabled: false }\n');
  await until(() => gateway.httpUrl() === undefined);
  home.write('settings.yaml', 'http: { enabled: true, port: 0 }\n');
  await until(() => gateway.httpUrl() !== undefined);
  url = gateway.httpUrl() ?? '';
});

function post(
  headers: Record<string, string>,
  body = '{"jsonrpc":"2.0","id":1,"method":"ping"}',
): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const all = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    };
    const sent = httpRequest(url, { method: 'POST', headers: all }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0 });
    });
    // A refused upload is cut off after its answer.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    sent.end(body);
  });
}

/** Looks after every change that the gateway tells of. */
function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = gateway.services.onGatewayChange(look);
    look();
  });
}
