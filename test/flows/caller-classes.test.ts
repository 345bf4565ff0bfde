// Who a client is: by its entry or token and the user's file, never by what it says of itself.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import {
  callTool,
  httpClient,
  runningGateway,
  type TestGateway,
} from '../builders/running-gateway.ts';
import { textOf } from '../builders/stdio-client.ts';

let home: OwnHome;
let gateway: TestGateway;
let clients: Client[] = [];

beforeAll(async () => {
  home = ownHome();
  home.write('settings.yaml', 'http: { enabled: true, port: 0 }\n');
  home.write('caller-classes.yaml', 'classes: { trusted: [claude-desktop, my-*] }\n');
  home.write('units/demo/unit.yaml', 'unit: demo\nimplementation: ./demo.js\n');
  home.write(
    'units/demo/demo.js',
    `function describe() { return { tools: [{ name: 'reset', description: 'Resets', access: 'admin', params: {} }] }; }
     function reset() { return 'done'; }`,
  );
  gateway = await runningGateway(home);
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
});
afterAll(async () => {
  await gateway.close();
  home.remove();
});

async function bridged(name: string, label?: string): Promise<Client> {
  const client = new Client({ name, version: '1.0.0' });
  const args = [cliFile, 'stdio', ...(label === undefined ? [] : ['--client', label])];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: home.env, stderr: 'ignore' }),
  );
  clients.push(client);
  return client;
}
const reset = async (client: Client) => textOf(await callTool(client, 'demo_reset'));

test('believes the label of an entry, not the name a client gives itself', async () => {
  expect(await reset(await bridged('anything', 'my-editor'))).toBe('done');
  expect(await reset(await bridged('claude-desktop'))).toContain(
    'Client "claude-desktop" (untrusted) may not call',
  );
  expect(await reset(await bridged('claude-desktop', 'cursor'))).toContain('"cursor" (standard)');
});

test("believes a token's label, not the name over HTTP", async () => {
  const token = await gateway.tokens.createToken('phone');
  const named = new Client({ name: 'claude-desktop', version: '1.0.0' });
  const client = await httpClient(gateway.httpUrl() ?? '', token, named);
  clients.push(client);
  expect(await reset(client)).toContain('Client "phone" (standard) may not call');
});

test('takes a class away from a client that is connected', async () => {
  const client = await bridged('anything', 'my-editor');
  expect(await reset(client)).toBe('done');
  home.write('caller-classes.yaml', 'classes: { trusted: [claude-desktop] }\n');
  await vi.waitFor(async () => {
    expect(await reset(client)).toContain('"my-editor" (standard) may not call');
  });
});

test('takes no second introduction and no question of a command from a client', async () => {
  const socket = connect(gateway.socket);
  await once(socket, 'connect');
  const lines = createInterface(socket);
  const send = (value: object) => socket.write(`${JSON.stringify(value)}\n`);
  send({ toolmesh: 1, client: 'cursor' });
  send({ toolmesh: 1, client: 'claude-desktop', control: true });
  send({ id: 7, method: 'gateway.pause', input: true });
  send({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'claude-desktop', version: '1' },
    },
  });
  for await (const line of lines) if ((JSON.parse(line) as { id?: number }).id === 1) break;
  socket.destroy();
  expect(gateway.services.gateway().state).not.toBe('paused');
  expect(gateway.services.gateway().clients.map(({ client }) => client)).not.toContain(
    'claude-desktop',
  );
});
