import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runCli } from '../builders/run-cli.ts';
import { stdioClient, type StdioClient } from '../builders/stdio-client.ts';
import { startGated, type GatedServer } from '../fakes/gated-server.ts';
import { stop } from '../setup/background.ts';

const glue = `
f.query('ask').handle(async () => (await api.service.search({ q: 'now' })).content[0].text);
`;

let home: OwnHome;
let server: GatedServer;
let gateway: ChildProcess;
let client: StdioClient;

beforeEach(async () => {
  home = ownHome();
  server = await startGated();
  const backends = [{ name: 'service', transport: 'http', url: server.url }];
  const unit = { unit: 'own', implementation: './own.js', expose: { tools: ['ask'] }, backends };
  home.write('units/own/own.js', glue);
  home.write('units/own/unit.yaml', JSON.stringify(unit));
  home.write('backends.yaml', JSON.stringify({ backends }));
  gateway = await headlessGateway(home);
  client = await stdioClient(home, 'test');
});

afterEach(async () => {
  await client.client.close();
  await stop(gateway);
  await server.close();
  home.remove();
});

async function rows(): Promise<unknown> {
  const { lines } = await runCli(home, ['backends', '--json']);
  return JSON.parse(lines.join('\n'));
}

test('lists how long a backend takes once it has answered', async () => {
  expect(await rows()).toMatchObject([
    { unit: null, name: 'service', answersInMs: null },
    { unit: 'own', name: 'service', answersInMs: null },
  ]);
  await client.callText('own_ask');
  expect(await rows()).toMatchObject([
    { unit: null, name: 'service', answersInMs: null },
    { unit: 'own', name: 'service', answersInMs: expect.any(Number) as number },
  ]);
  expect((await runCli(home, ['backends'])).lines.at(-1)).toMatch(/, answers in [\d.]+ ms$/);
});
