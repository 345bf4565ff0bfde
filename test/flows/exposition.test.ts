import { execFile, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenEconomyView } from '../../main/contract/token-economy.ts';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { ownHome, cliFile, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, textOf, type StdioClient } from '../builders/stdio-client.ts';
import { stop } from '../setup/background.ts';

const echo = fileURLToPath(new URL('../fakes/echo-server.mjs', import.meta.url));

const glue = `
function describe() {
  return { tools: [
    { name: 'get', access: 'read', description: 'Fetch one invoice.', tags: ['public'],
      params: { id: { required: true, description: 'Invoice id' } }, suggests: [{ tool: 'remind', reason: 'Send a reminder.' }, 'audit'] },
    { name: 'remind', access: 'write', tags: ['public'], params: { id: { required: true }, text: {} } },
    { name: 'audit', access: 'read', tags: ['internal'], params: {} },
  ] };
}
function get({ id }) { return { id, total: 7 }; }
function remind(params) { return params; }
function audit() { return 'secret ledger'; }
`;

const settings = (cursor: string): string => `
exposition:
  clients:
    cursor: ${cursor}
    zed: { strategy: flat }
  filter: { exclude: [internal] }
`;

let home: OwnHome;
let gateway: ChildProcess;
const open: StdioClient[] = [];

beforeAll(async () => {
  home = ownHome();
  home.write(
    'units/shop/unit.yaml',
    'unit: shop\nimplementation: ./shop.js\nexpose:\n  tools: [get]\n',
  );
  home.write('units/shop/shop.js', glue);
  home.write(
    'backends.yaml',
    JSON.stringify({
      backends: [
        {
          name: 'echo',
          transport: 'stdio',
          command: process.execPath,
          args: [echo],
          hint: 'Ask for few bytes.',
        },
      ],
    }),
  );
  home.write('settings.yaml', settings('{ strategy: grouped }'));
  gateway = await headlessGateway(home);
});

afterAll(async () => {
  for (const { client } of open) await client.close();
  await stop(gateway);
  home.remove();
});

async function connect(label: string): Promise<StdioClient> {
  const client = await stdioClient(home, label);
  open.push(client);
  // The echo backend is a process of its own; its tools arrive a moment after the units'.
  await client.call('echo_echo', { bytes: 1 });
  return client;
}

test('lists one tool an action to a flat client and calls it by that name', async () => {
  const zed = await connect('zed');
  expect(await zed.toolNames()).toEqual(['shop_get', 'shop_remind', 'echo_echo']);
  const result = await zed.call('shop_get', { id: 'a1' });
  expect(result.content).toEqual([
    { type: 'text', text: '{"id":"a1","total":7}' },
    { type: 'text', text: 'Suggested next steps:\n- shop_remind: Send a reminder' },
  ]);
  expect(result._meta).toEqual({
    'gateway/suggestions': [{ name: 'shop_remind', reason: 'Send a reminder.' }],
  });
});

test('lists one tool a unit to a grouped client and never forwards the discriminator', async () => {
  const cursor = await connect('cursor');
  expect(await cursor.toolNames()).toEqual(['shop', 'echo_echo']);
  expect(await cursor.callText('shop', { action: 'remind', id: 'a1' })).toBe('{"id":"a1"}');
  const refused = await cursor.call('shop', { action: 'get', id: 'a1', text: 'x' });
  expect(refused).toEqual({
    content: [
      {
        type: 'text',
        text: '[WRONG_FIELD] Action "get" of "shop" does not take: text (used by: remind).\nTakes: id (required)\nFix: remove the listed fields, or pick the action that uses them.',
      },
    ],
    isError: true,
    _meta: {
      'gateway/error': { code: 'WRONG_FIELD', tool: 'shop', action: 'get', fields: ['text'] },
    },
  });
});

test('hides a filtered tool from every way there is', async () => {
  const [cursor, zed, code] = [
    await connect('cursor'),
    await connect('zed'),
    await connect('else'),
  ];
  expect(textOf(await cursor.call('shop', { action: 'audit' }))).toContain('[UNKNOWN_ACTION]');
  expect(textOf(await zed.call('shop_audit'))).toContain('[UNKNOWN_TOOL]');
  expect(textOf(await code.call('shop_audit'))).toContain('does not exist');
  expect(await code.callText('discover_tools', { query: 'audit' })).not.toContain('audit(');
  const script = await code.call('execute_code', { code: 'return await toolmesh.shop_audit()' });
  expect(script.isError).toBe(true);
  expect(textOf(script)).not.toContain('secret ledger');
});

test('gives a backend’s hint once, in a block of its own, also through a script', async () => {
  const direct = await stdioClient(home, 'zed');
  open.push(direct);
  const first = await direct.call('echo_echo', { bytes: 1 });
  expect(first.content).toEqual([
    { type: 'text', text: 'x' },
    { type: 'text', text: 'Ask for few bytes.' },
  ]);
  expect((await direct.call('echo_echo', { bytes: 1 })).content).toHaveLength(1);
  const scripted = await stdioClient(home, 'else');
  open.push(scripted);
  const code =
    'return [await toolmesh.echo_echo({ bytes: 1 }), await toolmesh.discover("invoice", 1)]';
  const answer = await scripted.call('execute_code', { code });
  expect(answer.content.at(-1)).toEqual({ type: 'text', text: 'Ask for few bytes.' });
  expect(textOf(answer)).toContain('function shop_get');
});

test('measures on the command line what the list costs a client in every form', async () => {
  const args = [cliFile, 'tools', '--cost', '--json', '--client', 'zed'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: home.env });
  const view = tokenEconomyView.parse(JSON.parse(stdout));
  expect(view).toMatchObject({ client: 'zed', current: 'flat', hidden: { tools: 0 } });
  expect(view.forms.map(({ form, tools }) => [form, tools])).toEqual([
    ['code', 3],
    ['flat', 3],
    ['grouped', 2],
    ['grouped, compact', 2],
  ]);
  const zed = await connect('zed');
  const listed = JSON.stringify((await zed.client.listTools()).tools);
  const flat = view.forms.find(({ form }) => form === 'flat');
  expect(flat?.bytes).toBe(Buffer.byteLength(listed));
  // The client's parser puts keys into another order, which moves a token or two.
  expect(Math.abs((flat?.tokens ?? 0) - encode(listed).length)).toBeLessThan(5);
  const { stdout: text } = await promisify(execFile)(process.execPath, args.slice(0, 3), {
    env: home.env,
  });
  expect(text).toContain('Recommended: ');
});

test('tells a client in code mode of a tool that it can only find', async () => {
  const code = await connect('else');
  await code.toolNames();
  const told = new Promise<void>((resolve) => {
    code.client.fallbackNotificationHandler = () => {
      resolve();
      return Promise.resolve();
    };
  });
  const before = await code.toolNames();
  home.write(
    'units/shop/shop.js',
    glue.replace("name: 'remind',", "name: 'remind', title: 'Remind',"),
  );
  await told;
  expect(await code.toolNames()).toEqual(before);
});

test('switches a connected client with one notification and keeps its old names for it', async () => {
  const cursor = await connect('cursor');
  const zed = await connect('zed');
  await cursor.toolNames();
  await zed.toolNames();
  let told = 0;
  let others = 0;
  const switched = new Promise<void>((resolve) => {
    cursor.client.fallbackNotificationHandler = () => {
      told += 1;
      resolve();
      return Promise.resolve();
    };
  });
  zed.client.fallbackNotificationHandler = () => {
    others += 1;
    return Promise.resolve();
  };
  home.write('settings.yaml', settings('{ strategy: flat, separator: "-" }'));
  await switched;
  expect(await cursor.toolNames()).toEqual(['shop-get', 'shop-remind', 'echo-echo']);
  expect(await cursor.callText('shop', { action: 'remind', id: 'a1' })).toBe('{"id":"a1"}');
  expect(await cursor.callText('shop-remind', { id: 'a1' })).toBe('{"id":"a1"}');
  expect(textOf(await cursor.call('shop', { action: 'audit' }))).toContain('[UNKNOWN_ACTION]');
  expect({ told, others }).toEqual({ told: 1, others: 0 });
});
