import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, type StdioClient } from '../builders/stdio-client.ts';
import { startGated, type GatedServer } from '../fakes/gated-server.ts';
import { stop } from '../setup/background.ts';

// Between its two private calls it uses no backend.
const glue = `
f.query('ask').handle(async () => {
  await api.service.hold({});
  return (await api.service.search({ q: 'late' })).content[0].text;
});
f.query('other').handle(() => 'other');
`;

let home: OwnHome;
let server: GatedServer;
let gateway: ChildProcess;
let client: StdioClient;

beforeEach(async () => {
  home = ownHome();
  server = await startGated();
  home.write('units/own/own.js', glue);
  writeUnit('ask', {});
  gateway = await headlessGateway(home);
  client = await stdioClient(home, 'test');
});

afterEach(async () => {
  await client.client.close();
  await stop(gateway);
  await server.close();
  home.remove();
});

function writeUnit(promoted: string, options: Readonly<Record<string, unknown>>): void {
  const backends = [{ name: 'service', transport: 'http', url: server.url, options }];
  const unit = { unit: 'own', implementation: './own.js', expose: { tools: [promoted] }, backends };
  home.write('units/own/unit.yaml', JSON.stringify(unit));
}

test.each([
  [
    'is removed',
    (): void => {
      rmSync(path.join(home.folder, 'config/units/own'), { recursive: true });
    },
  ],
  [
    'is switched off',
    (): void => {
      home.write('settings.yaml', 'units: { disabled: [own] }\n');
    },
  ],
  [
    'gets another backend',
    (): void => {
      writeUnit('other', { timeout: 30 });
    },
  ],
])('lets a running call make its private calls after its unit %s', async (_what, change) => {
  expect(await client.toolNames()).toContain('own_ask');
  const running = client.callText('own_ask');
  await server.opened(1);
  change();
  await expect.poll(() => client.toolNames(), { timeout: 10_000 }).not.toContain('own_ask');
  server.release();
  expect(await running).toBe('{"found":{"q":"late"}}');
});
