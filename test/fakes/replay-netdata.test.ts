import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import { startReplay, type Replay, type ReplayOptions } from './replay-netdata.mjs';

async function open(options: ReplayOptions = {}): Promise<Replay> {
  const replay = await startReplay(options);
  onTestFinished(() => replay.close());
  return replay;
}

async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  };
}

const call = (name: string, args: unknown): unknown => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return client;
}

test('serves the SDK client with the thirteen real tools', async () => {
  const client = await connect((await open()).url);
  expect(client.getServerVersion()).toMatchObject({ name: 'Netdata', version: 'v2.11.0' });
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(13);
  expect(tools.find(({ name }) => name === 'query_metrics')?.inputSchema.required).toContain(
    'cardinality_limit',
  );
});

test('matches arguments whatever the order of keys and names', async () => {
  const replay = await open();
  const client = await connect(replay.url);
  const result = await client.callTool({
    name: 'query_metrics',
    arguments: {
      cardinality_limit: 20,
      aggregation: 'sum',
      group_by: ['node', 'dimension'],
      time_group: 'average',
      points: 15,
      before: 0,
      after: -900,
      dimensions: ['sent', 'received'],
      metric: 'net.net',
    },
  });
  expect(result.content).toMatchObject([{ type: 'text' }]);
  expect(replay.unmatched).toEqual([]);
});

test('names a request that was never recorded', async () => {
  const replay = await open();
  const client = await connect(replay.url);
  const wrong = { name: 'list_nodes', arguments: { nodes: 'db-02' } };
  await expect(client.callTool(wrong)).rejects.toThrow(
    'No recording for list_nodes {"nodes":"db-02"}',
  );
  expect(replay.unmatched).toEqual(['list_nodes {"nodes":"db-02"}']);
});

test('answers errors with HTTP 200', async () => {
  const { url } = await open();
  const { status, text } = await post(url, call('no_such_tool', {}));
  expect([status, text]).toEqual([
    200,
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Unknown tool: no_such_tool"}}',
  ]);
});

test('streams one message and "complete" to those that accept it', async () => {
  const { url } = await open();
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const stream = await post(url, ping, { accept: 'application/json, text/event-stream' });
  expect(stream.text).toBe(
    'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\nevent: complete\ndata: {}\n\n',
  );
  expect((await post(url, ping)).text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
});

test.each([
  ['2024-11-05', '2024-11-05'],
  ['2025-03-26', '2025-03-26'],
  ['2025-11-25', '2025-03-26'],
])('asked for protocol %s agrees on %s', async (wanted, agreed) => {
  const { url } = await open();
  const params = { protocolVersion: wanted, capabilities: {}, clientInfo: {} };
  const { text } = await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
  expect(JSON.parse(text)).toMatchObject({ result: { protocolVersion: agreed } });
});

test('answers 412 without the key and takes it in three places', async () => {
  const { url } = await open({ key: 'k' });
  const nodes = call('list_nodes', {});
  expect(await post(url, nodes)).toMatchObject({
    status: 412,
    text: expect.stringContaining('MCP API key is required') as string,
  });
  expect((await post(url, nodes, { authorization: 'k' })).status).toBe(412);
  expect((await post(url, nodes, { authorization: 'bearer k' })).status).toBe(200);
  expect((await post(url, nodes, { 'x-netdata-auth': 'Bearer k' })).status).toBe(200);
  expect((await post(`${url}?api_key=k`, nodes)).status).toBe(200);
});

test('refuses bodies that the agent would choke on', async () => {
  const { url, unmatched } = await open();
  expect((await post(url, ' '.repeat(131_073))).status).toBe(400);
  expect((await post(url, '{"jsonrpc"')).status).toBe(400);

  const chunked = request(url, { method: 'POST', headers: { 'transfer-encoding': 'chunked' } });
  chunked.end('{}');
  const [response] = (await once(chunked, 'response')) as [{ statusCode: number }];
  expect(response.statusCode).toBe(501);
  expect(unmatched).toEqual([expect.stringContaining('chunked request body') as string]);
});

test('runs as a process that prints its URL', async () => {
  const script = path.join(import.meta.dirname, 'replay-netdata.mjs');
  const child = spawn(process.execPath, [script, '--key', 'k'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = line.toString().trim();
  expect((await post(url, call('list_nodes', {}))).status).toBe(412);
  await post(url, call('list_nodes', { x: 1 }), { authorization: 'Bearer k' });
  const unmatched = await fetch(new URL('/unmatched', url));
  expect(await unmatched.json()).toEqual(['list_nodes {"x":1}']);
});
