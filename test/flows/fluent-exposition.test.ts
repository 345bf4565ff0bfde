import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, type StdioClient } from '../builders/stdio-client.ts';
import { stop } from '../setup/background.ts';

const glue = `
const tickets = f.router('support.tickets').tags('support').discriminator('step');
tickets.query('search').describe('Find tickets').input({ text: { required: true } })
  .handle(async ({ text }) => ({ found: [text] }));
tickets.mutation('close').describe('Close one').input({ id: { required: true } })
  .handle(async ({ id }) => ({ closed: id }));
`;

let home: OwnHome;
let gateway: ChildProcess;
let client: StdioClient;

beforeAll(async () => {
  home = ownHome();
  home.write('units/desk/unit.yaml', 'unit: desk\nimplementation: ./desk.js\n');
  home.write('units/desk/desk.js', glue);
  home.write('settings.yaml', 'exposition: { clients: { cursor: { strategy: grouped } } }\n');
  gateway = await headlessGateway(home);
  client = await stdioClient(home, 'cursor');
});

afterAll(async () => {
  await client.client.close();
  await stop(gateway);
  home.remove();
});

test('groups the tools of a router under the discriminator its unit declares', async () => {
  const { tools } = await client.client.listTools();
  const group = tools.find((tool) => tool.name === 'support_tickets');
  expect(group?.inputSchema).toMatchObject({
    properties: { step: { enum: ['search', 'close'] } },
    required: ['step'],
  });
  expect(group?.annotations).toMatchObject({ destructiveHint: true, readOnlyHint: false });
});

test('routes a grouped call to the handler of its step', async () => {
  expect(await client.callText('support_tickets', { step: 'search', text: 'printer' })).toBe(
    '{"found":["printer"]}',
  );
});
