import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, type StdioClient } from '../builders/stdio-client.ts';
import { stop } from '../setup/background.ts';

const server = fileURLToPath(new URL('../fakes/quirky-server.mjs', import.meta.url));

// `slow` waits for a private call that never ends; `ask` ends at once.
const glue = (answer: string): string => `
  function describe() { return { tools: [{ name: 'ask', access: 'read' }, { name: 'slow', access: 'read' }] }; }
  async function ask() { const r = await api.q.echo({ answer: '${answer}' }); return JSON.parse(r.content[0].text); }
  async function slow() { await api.q.echo({ apart: true }); return '${answer}'; }
`;

let home: OwnHome;
let gateway: ChildProcess;
let client: StdioClient;

beforeEach(async () => {
  home = ownHome();
  const backends = [{ name: 'q', transport: 'stdio', command: process.execPath, args: [server] }];
  const unit = { unit: 'own', implementation: './own.js', expose: { tools: ['ask'] }, backends };
  home.write('units/own/unit.yaml', JSON.stringify(unit));
  home.write('units/own/own.js', glue('one'));
  gateway = await headlessGateway(home);
  client = await stdioClient(home, 'test');
});

afterEach(async () => {
  await client.client.close();
  await stop(gateway);
  home.remove();
});

test('applies an edit of the glue, and lets a running call end on the old version', async () => {
  expect(await client.callText('own_ask')).toBe('{"answer":"one"}');
  const running = client.callText('own_slow');
  home.write('units/own/own.js', glue('two'));
  expect(await running).toBe('one');
  await expect.poll(() => client.callText('own_ask'), { timeout: 10_000 }).toBe('{"answer":"two"}');
});

test('takes in a new unit and lets go of a removed one, telling the client each time', async () => {
  const lists: (readonly string[])[] = [];
  client.client.fallbackNotificationHandler = async () => {
    lists.push(await client.toolNames());
  };
  await client.toolNames();
  home.write(
    'units/second/second.js',
    "function describe() { return { tools: [{ name: 'hi' }] }; }\nfunction hi() { return 'hi'; }\n",
  );
  home.write(
    'units/second/unit.yaml',
    'unit: second\nimplementation: ./second.js\nexpose: { tools: [hi] }\n',
  );
  await expect.poll(() => lists.at(-1), { timeout: 10_000 }).toContain('second_hi');
  rmSync(path.join(home.folder, 'config/units/second'), { recursive: true });
  await expect.poll(() => lists.at(-1), { timeout: 10_000 }).not.toContain('second_hi');
});

test('switches a unit off and on through settings.yaml', async () => {
  home.write('settings.yaml', 'units: { disabled: [own] }\n');
  await expect
    .poll(() => client.toolNames(), { timeout: 10_000 })
    .toEqual(['discover_tools', 'execute_code']);
  const refused = await client.call('own_ask');
  expect(refused.isError).toBe(true);
  home.write('settings.yaml', 'units: { disabled: [] }\n');
  await expect.poll(() => client.toolNames(), { timeout: 10_000 }).toContain('own_ask');
  expect(await client.callText('own_ask')).toBe('{"answer":"one"}');
});
