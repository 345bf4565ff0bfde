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
