import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  attachToServer,
  type AttachOptions,
  type Attached,
} from '../../../main/endpoint/attach-to-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const cart = ['add', 'pay', 'view'].map((action) => ({
  name: `cart.${action}`,
  access: action === 'view' ? 'read' : 'write',
  states: action === 'pay' ? ['full'] : undefined,
  suggest: action === 'add' ? [{ tool: 'cart.pay' }, null] : [],
}));

interface Connected {
  readonly client: Client;
  readonly attached: Attached;
  /** Notifications of changed lists so far. */
  readonly told: () => number;
  readonly names: () => Promise<readonly string[]>;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

function connect(options: Partial<AttachOptions>): Promise<Connected> {
  const server = new McpServer({ name: 'cart', version: '1' });
  const attached = attachToServer(server, {
    tools: cart,
    call: ({ tool, arguments: args }, { transition }) => {
      if (tool === 'cart.add') transition('full');
      return { content: [{ type: 'text', text: `${tool} ${JSON.stringify(args)}` }] };
    },
    ...options,
  });
  return connected(server, attached);
}

async function connected(
  server: Pick<McpServer, 'connect'>,
  attached: Attached,
): Promise<Connected> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  let told = 0;
  client.fallbackNotificationHandler = () => {
    told += 1;
    return Promise.resolve();
  };
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  return {
    client,
    attached,
    told: () => told,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args = {}) =>
      client.request(
        { method: 'tools/call', params: { name, arguments: args } },
        CallToolResultSchema,
      ),
  };
}

test('runs the example of the documentation', async () => {
  const page = readFileSync(`${root}docs/exposition.md`, 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const file = `${root}out/.example-${process.pid}.mjs`;
  writeFileSync(file, `${example.replace('./out/', './')}\nexport { attached, server };\n`);
  try {
    const { server, attached } = (await import(pathToFileURL(file).href)) as {
      server: Pick<McpServer, 'connect'>;
      attached: Attached;
    };
    const { names, call } = await connected(server, attached);
    expect(await names()).toEqual(['billing']);
    expect((await call('billing', { action: 'get_invoice', id: 'a1' }))['content']).toEqual([
      { type: 'text', text: 'billing.get_invoice {"id":"a1"}' },
      {
        type: 'text',
        text: 'Suggested next steps:\n- billing {"action":"refund"}: Give the money back',
      },
    ]);
    const hidden = await call('billing', { action: 'audit' });
    expect(hidden).toMatchObject({
      isError: true,
      _meta: { 'gateway/error': { code: 'UNKNOWN_ACTION', tool: 'billing', action: 'audit' } },
    });
  } finally {
    rmSync(file);
  }
});

test('switches a client with one notification and keeps its old names for one switch', async () => {
  const { attached, names, call, told } = await connect({ state: 'full' });
  expect(await names()).toEqual(['cart']);
  await attached.update({ toolExposition: 'flat' });
  expect(await names()).toEqual(['cart_add', 'cart_pay', 'cart_view']);
  expect(await call('cart', { action: 'pay' })).not.toHaveProperty('isError');
  expect(told()).toBe(1);
  await attached.update({ separator: '-' });
  expect(told()).toBe(2);
  expect(await call('cart_pay')).not.toHaveProperty('isError');
  expect(await call('cart', { action: 'pay' })).toHaveProperty('isError', true);
});

test('opens a tool for the connection whose call moved its state, and tells it once', async () => {
  const one = await connect({ toolExposition: 'flat', state: 'empty' });
  const other = await connect({ toolExposition: 'flat', state: 'empty' });
  expect(await one.names()).toEqual(['cart_add', 'cart_view']);
  const added = await one.call('cart_add');
  expect(added['_meta']).toEqual({ 'gateway/suggestions': [{ name: 'cart_pay' }] });
  expect(await one.names()).toEqual(['cart_add', 'cart_pay', 'cart_view']);
  expect(await other.names()).toEqual(['cart_add', 'cart_view']);
  expect([one.told(), other.told()]).toEqual([1, 0]);
});

test('adds no suggestion to a failed call and moves no state', async () => {
  const { names, call } = await connect({
    toolExposition: 'flat',
    state: 'empty',
    call: (_call, { transition }) => {
      transition('full');
      return { content: [], isError: true };
    },
  });
  expect(await call('cart_add')).toEqual({ content: [], isError: true });
  expect(await names()).toEqual(['cart_add', 'cart_view']);
});

test('refuses arguments that are no object as the protocol says', async () => {
  const { client, names } = await connect({ state: 'full' });
  expect(await names()).toEqual(['cart']);
  const params = { name: 'cart', arguments: ['view'] };
  await expect(
    client.request({ method: 'tools/call', params }, CallToolResultSchema),
  ).rejects.toMatchObject({ code: -32602 });
});

test('throws for bad configuration before anything is served', () => {
  const server = new McpServer({ name: 'cart', version: '1' });
  const options = {
    tools: cart,
    call: () => ({ content: [] }),
    filter: { anyTags: ['x'] } as never,
  };
  expect(() => attachToServer(server, options)).toThrow('exposition.filter.anyTags: unknown');
});

test('leaves out what is no tool, and says why', async () => {
  const odd = [null, 7, { name: 5 }, { name: 'a', tags: 'secret' }, { name: 'b', description: 1 }];
  const { attached, names } = await connect({ tools: [...odd, { name: 'fine' }] as never });
  expect(await names()).toEqual(['fine']);
  expect(attached.surface().diagnostics).toEqual([
    { code: 'INVALID_NAME', tool: 'undefined' },
    { code: 'INVALID_NAME', tool: 'undefined' },
    { code: 'INVALID_NAME', tool: '5' },
    { code: 'INVALID_FIELD', tool: 'a', detail: 'tags' },
    { code: 'INVALID_FIELD', tool: 'b', detail: 'description' },
  ]);
});

test.each([
  [{ filters: { exclude: ['internal'] } }, 'exposition.attachToServer.filters: unknown'],
  [{ tools: null }, 'exposition.attachToServer.tools: expected a list of tools, got null'],
  [{ toolExposition: { strategie: 'flat' } }, 'exposition.strategie: unknown'],
])('refuses %j', (options, message) => {
  const server = new McpServer({ name: 'cart', version: '1' });
  const all = { tools: cart, call: () => ({ content: [] }), ...options };
  expect(() => attachToServer(server, all as never)).toThrow(message);
});

test('an update that changes nothing costs no old names', async () => {
  const { attached, call, told } = await connect({ state: 'full' });
  await attached.update({ toolExposition: 'flat' });
  await attached.update({ toolExposition: 'flat' });
  expect((await call('cart', { action: 'view' }))['isError']).toBeUndefined();
  expect(told()).toBe(1);
});
