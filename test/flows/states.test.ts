import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runCli } from '../builders/run-cli.ts';
import { stdioClient, textOf, type StdioClient } from '../builders/stdio-client.ts';
import { stop } from '../setup/background.ts';

const declared = `
function describe() {
  return { state: 'empty', tools: [
    { name: 'add', access: 'write', params: {}, transition: 'filled', suggests: ['pay', 'cancel'] },
    { name: 'pay', access: 'write', params: { fails: { type: 'boolean' } }, states: ['filled'], transition: 'paid' },
    { name: 'cancel', access: 'write', params: {}, states: ['filled', 'paid'] },
  ] };
}
function add() { return 'added'; }
function pay({ fails }) { return fails ? { content: [], isError: true } : 'paid'; }
function cancel() { return { content: [{ type: 'text', text: 'cancelled' }], _meta: { 'gateway/state': 'empty' } }; }
`;

const fluent = `
f.state('closed');
f.action('open').transition('open').handle(() => 'opened');
f.query('look').states('open', 'ajar').handle(() => 'seen');
`;

let home: OwnHome;
let gateway: ChildProcess;
const clients: StdioClient[] = [];

beforeAll(async () => {
  home = ownHome();
  for (const [name, glue] of Object.entries({ cart: declared, door: fluent })) {
    const expose = name === 'cart' ? 'expose:\n  tools: [add, pay]\n' : '';
    home.write(`units/${name}/unit.yaml`, `unit: ${name}\nimplementation: ./glue.js\n${expose}`);
    home.write(`units/${name}/glue.js`, glue);
  }
  home.write(
    'settings.yaml',
    'exposition: { clients: { cursor: { strategy: grouped }, zed: { strategy: flat } } }\n',
  );
  gateway = await headlessGateway(home);
});

afterEach(async () => {
  for (const { client } of clients.splice(0)) await client.close();
});

afterAll(async () => {
  await stop(gateway);
  home.remove();
});

async function connect(label: string): Promise<StdioClient> {
  const client = await stdioClient(home, label);
  clients.push(client);
  return client;
}

/** Settles with the first notification; `count` goes on counting. */
function notifications(client: StdioClient): { readonly told: Promise<void>; count: number } {
  const heard = { told: Promise.resolve(), count: 0 };
  heard.told = new Promise((resolve) => {
    client.client.fallbackNotificationHandler = () => {
      heard.count += 1;
      resolve();
      return Promise.resolve();
    };
  });
  return heard;
}

test('a flat list follows the state of its own connection', async () => {
  const [zed, other] = [await connect('zed'), await connect('zed')];
  expect(await zed.toolNames()).toEqual(['cart_add', 'door_open']);
  const heard = notifications(zed);
  const added = await zed.call('cart_add');
  expect(textOf(added)).toContain('Suggested next steps:\n- cart_pay\n- cart_cancel');
  await heard.told;
  expect(await zed.toolNames()).toEqual(['cart_add', 'cart_pay', 'cart_cancel', 'door_open']);
  expect(await other.toolNames()).toEqual(['cart_add', 'door_open']);
  expect(textOf(await other.call('cart_pay'))).toBe(
    '[ACTION_NOT_AVAILABLE] "cart_pay" cannot run in state "empty".\nFix: run an allowed operation first, then refresh tools/list.',
  );
  expect(heard.count).toBe(1);
  expect(await zed.callText('cart_cancel')).toBe('cancelled');
  expect(textOf(await zed.call('cart_pay'))).toContain('[ACTION_NOT_AVAILABLE]');
});

test('a call that fails leads to no other state', async () => {
  const zed = await connect('zed');
  await zed.call('cart_add');
  expect((await zed.call('cart_pay', { fails: true })).isError).toBe(true);
  expect(textOf(await zed.call('cart_pay'))).toBe('paid');
  expect(textOf(await zed.call('cart_pay'))).toContain('state "paid"');
});

test('a group offers only the operations that are open', async () => {
  const cursor = await connect('cursor');
  const operations = async (): Promise<unknown> => {
    const { tools } = await cursor.client.listTools();
    const cart = tools.find(({ name }) => name === 'cart');
    return (cart?.inputSchema.properties?.['action'] as { enum: unknown } | undefined)?.enum;
  };
  expect(await operations()).toEqual(['add']);
  expect(textOf(await cursor.call('cart', { action: 'pay' }))).toContain('Allowed now: add');
  await cursor.call('cart', { action: 'add' });
  expect(await operations()).toEqual(['add', 'pay', 'cancel']);
});

describe('in code mode', () => {
  test('a closed tool is neither listed nor found, and opens', async () => {
    const code = await connect('else');
    expect(await code.toolNames()).toEqual(['discover_tools', 'execute_code', 'cart_add']);
    expect(await code.callText('discover_tools')).not.toContain('cart_pay');
    expect(textOf(await code.call('cart_pay'))).toContain('cannot run in state "empty"');
    const heard = notifications(code);
    await code.call('cart_add');
    await heard.told;
    expect(await code.toolNames()).toContain('cart_pay');
    expect(await code.callText('discover_tools')).toContain('cart_cancel');
  });

  test('a script is held to the state it has reached', async () => {
    const code = await connect('else');
    const source = `
      const early = await toolmesh.cart_pay().catch((error) => error.message);
      await toolmesh.cart_add();
      return [early, await toolmesh.cart_pay()];`;
    const answer = textOf(await code.call('execute_code', { code: source }));
    expect(answer).toContain('cannot run in state \\"empty\\"');
    expect(answer).toContain(',"paid"]');
    expect(textOf(await code.call('cart_pay'))).toContain('cannot run in state "paid"');
  });
});

test.each([
  ['zed', 'cart_pay', {}, { name: 'cart_add' }],
  ['cursor', 'cart', { action: 'pay' }, { name: 'cart', arguments: { action: 'add' } }],
  ['else', 'cart_pay', {}, { name: 'cart_add' }],
])(
  'a refusal tells %s where the tool opens and what leads there',
  async (label, name, args, opener) => {
    const { client } = await connect(label);
    const refused = await client.callTool({ name, arguments: args });
    expect(refused._meta?.['gateway/error']).toMatchObject({
      code: 'ACTION_NOT_AVAILABLE',
      unit: 'cart',
      states: ['filled'],
      openedBy: [opener],
    });
  },
);

test('the command says what must come first, and calls it before', async () => {
  const refused = await runCli(home, ['call', 'cart_pay']);
  expect([refused.code, refused.lines[0], refused.stderr]).toEqual([
    1,
    '[ACTION_NOT_AVAILABLE] "cart_pay" cannot run in state "empty".',
    'It runs in "filled"; to call what leads there before it: --first cart_add\n',
  ]);
  const paid = await runCli(home, [
    'call',
    'cart_pay',
    '{"fails":false}',
    '--first',
    'cart_add {}',
  ]);
  expect([paid.code, paid.lines[0]]).toEqual([0, 'paid']);
});

test('the fluent form declares states as well', async () => {
  const zed = await connect('zed');
  expect(textOf(await zed.call('door_look'))).toContain('cannot run in state "closed"');
  await zed.call('door_open');
  expect(await zed.callText('door_look')).toBe('seen');
});
