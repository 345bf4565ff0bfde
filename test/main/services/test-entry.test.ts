import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { BackendWorld } from '../../../main/backends/create-backend.ts';
import { backendEntry } from '../../../main/config/schema/backend-entry.ts';
import { GatewayError } from '../../../main/platform/gateway-error.ts';
import { testEntry } from '../../../main/services/test-entry.ts';
import { closedPort } from '../../builders/closed-port.ts';
import { createRecordingLogger } from '../../fakes/recording-logger.ts';
import { startReplay, type Replay } from '../../fakes/replay-netdata.mjs';

const echo = fileURLToPath(new URL('../../fakes/echo-server.mjs', import.meta.url));
const world: BackendWorld = {
  appVersion: '0.0.0',
  logger: createRecordingLogger(),
  credential: (name) =>
    Promise.reject(new GatewayError('credential-missing', `Credential "${name}" is not set`)),
  childEnvironment: () => Promise.resolve({ PATH: process.env['PATH'] ?? '' }),
};
const netdata = (url: string) =>
  backendEntry.parse({ name: 'nd', transport: 'http', url, api_key_env: 'NETDATA_API_KEY' });

let agent: Replay | undefined;
afterEach(async () => {
  await agent?.close();
  agent = undefined;
});

test('finds the tools of a server that answers', async () => {
  const entry = backendEntry.parse({
    name: 'echo',
    transport: 'stdio',
    command: process.execPath,
    args: [echo],
  });
  expect(await testEntry(entry, world, {})).toMatchObject({
    isOk: true,
    tools: ['echo'],
    nodes: [],
    problem: '',
  });
});

test('asks Netdata for its nodes with the key that was typed', async () => {
  agent = await startReplay({ key: 'typed' });
  const options = { secret: ' typed\n', isNetdata: true };
  const found = await testEntry(netdata(agent.url), world, options);
  expect(found).toMatchObject({ isOk: true, problem: '' });
  expect(found.nodes).toContain('prod-parent');
});

test('says which key is missing', async () => {
  agent = await startReplay({ key: 'other' });
  expect(await testEntry(netdata(agent.url), world, { isNetdata: true })).toMatchObject({
    isOk: false,
    problem: expect.stringContaining('NETDATA_API_KEY') as string,
  });
});

test('does not take another server for Netdata', async () => {
  const entry = backendEntry.parse({
    name: 'echo',
    transport: 'stdio',
    command: process.execPath,
    args: [echo],
  });
  expect(await testEntry(entry, world, { isNetdata: true })).toMatchObject({
    isOk: false,
    problem: 'It answers, but it is no Netdata: it has no tool "list_nodes"',
  });
});

test('tells why nothing answers', async () => {
  const address = `127.0.0.1:${await closedPort()}`;
  const options = { secret: 'x', isNetdata: true };
  expect(await testEntry(netdata(`http://${address}/mcp`), world, options)).toMatchObject({
    isOk: false,
    problem: expect.stringContaining(address) as string,
  });
});

test.each([
  [
    'a web page',
    (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('<html>'),
    /^Backend "nd" sent something that is not MCP \(.*text\/html\)$/,
  ],
  [
    'a redirect',
    (response: ServerResponse) => response.writeHead(302, { location: '/login' }).end(),
    /^Backend "nd" answered HTTP 302 at .*; check the URL$/,
  ],
])('says that %s is no MCP server', async (_what, answer, problem) => {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { secret: 'k' };
  const found = await testEntry(netdata(`http://127.0.0.1:${port}/`), world, options);
  server.close();
  expect(found.problem).toMatch(problem);
});

test('hints at http when an https address speaks no TLS', async () => {
  agent = await startReplay({});
  const found = await testEntry(netdata(agent.url.replace('http:', 'https:')), world, {
    secret: 'k',
  });
  expect(found.problem).toContain('it does not speak TLS; is it http instead of https?');
});

test('says where arguments go that were written into the command', async () => {
  const entry = backendEntry.parse({ name: 'x', transport: 'stdio', command: 'node server.js' });
  expect((await testEntry(entry, world, {})).problem).toBe(
    'Backend "x" does not answer at node server.js (the command was not found); a command is one word, what follows it goes under args',
  );
});
