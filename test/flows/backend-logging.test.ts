// Log lines of MCP servers that are passed through, to the clients that want them.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hear } from '../builders/heard.ts';
import { offering, seenBy } from '../builders/offering.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import {
  callTool,
  httpClient,
  runningGateway,
  type TestGateway,
} from '../builders/running-gateway.ts';
import { stdioClient } from '../builders/stdio-client.ts';

const message = 'notifications/message';
const lines = [
  { level: 'debug', data: 'details' },
  { level: 'info', logger: 'db', data: { key: 'canary-of-one', 'x-own': 1 } },
  { level: 'error', data: 'it broke' },
];

let home: OwnHome;
let gateway: TestGateway;
const clients: Client[] = [];

beforeAll(async () => {
  home = ownHome();
  home.write(
    'backends.yaml',
    JSON.stringify({ backends: [offering('one'), offering('mute', { lacks: ['logging'] })] }),
  );
  home.write('settings.yaml', 'http: { enabled: true, port: 0 }\n');
  gateway = await runningGateway(home, { CREDENTIAL_ONE: 'canary-of-one' });
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await gateway.close();
  home.remove();
});

async function bridged(label?: string): Promise<Client> {
  const { client } = await stdioClient(home, label);
  clients.push(client);
  return client;
}

function messagesOf(heard: ReturnType<typeof hear>): unknown[] {
  return heard.all.filter(({ method }) => method === message).map(({ params }) => params);
}

test('reach each client from the level it set, without known secrets', async () => {
  const [much, little, silent, stranger] = [
    await bridged('much'),
    await bridged('little'),
    await bridged('silent'),
    await bridged(),
  ];
  const [heardMuch, heardLittle, heardSilent, heardStranger] = [
    hear(much),
    hear(little),
    hear(silent),
    hear(stranger),
  ];
  await much.setLoggingLevel('info');
  await little.setLoggingLevel('error');
  await stranger.setLoggingLevel('debug');
  await callTool(silent, 'one_log', { lines });
  const [info, broke] = [
    { level: 'info', logger: 'one_db', data: { key: '[hidden]', 'x-own': 1 } },
    { level: 'error', logger: 'one', data: 'it broke' },
  ];
  await heardMuch.next(message);
  await heardMuch.next(message);
  await heardLittle.next(message);
  // An answer of the same connection comes after what was written before it.
  await Promise.all([silent.ping(), stranger.ping()]);
  expect(messagesOf(heardMuch)).toEqual([info, broke]);
  expect(messagesOf(heardLittle)).toEqual([broke]);
  expect(messagesOf(heardSilent)).toEqual([]);
  expect(messagesOf(heardStranger)).toEqual([]);
});

test('are asked of servers at the lowest level wanted, and of no other server', async () => {
  const client = await bridged('third');
  await client.setLoggingLevel('warning');
  const levels = async (backend: string): Promise<unknown[]> =>
    (await seenBy(client, backend)).seen
      .filter(({ method }) => method === 'logging/setLevel')
      .map(({ params }) => params?.['level']);
  // Who may not use the server has no say.
  expect((await levels('one')).at(-1)).toBe('info');
  expect(await levels('mute')).toEqual([]);
});

test('come before the answer of the call that wrote them', async () => {
  const client = await bridged('ordered');
  const heard = hear(client);
  await client.setLoggingLevel('info');
  await callTool(client, 'one_log', { lines });
  expect(messagesOf(heard)).toHaveLength(2);
});

test('stay here while the gateway is paused', async () => {
  const client = await bridged('paused');
  const heard = hear(client);
  await client.setLoggingLevel('info');
  const until = path.join(home.folder, 'go-on');
  const running = callTool(client, 'one_hold', { until, then: lines });
  await expect.poll(async () => (await seenBy(client, 'one')).held, { timeout: 20_000 }).toBe(1);
  gateway.services.setPaused(true);
  writeFileSync(until, '');
  await running;
  expect(messagesOf(heard)).toEqual([]);
  gateway.services.setPaused(false);
});

test('reach a client over HTTP, too', async () => {
  const token = await gateway.tokens.createToken('laptop');
  const http = await httpClient(gateway.httpUrl() ?? '', token);
  const heard = hear(http);
  await http.setLoggingLevel('error');
  // A client's own stream may open after its first requests.
  const told = async (): Promise<unknown> => {
    await callTool(http, 'one_log', { lines });
    return messagesOf(heard)[0];
  };
  await expect.poll(told, { timeout: 20_000 }).toMatchObject({ logger: 'one', level: 'error' });
  await http.close();
});
