// MCP word by word, as the author of a client would try it: over the local socket, where nothing of the
// SDK's transports stands in between.
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resolvePaths } from '../../main/config/paths.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { rawClient, type RawClient } from '../builders/raw-client.ts';
import { runningGateway, type TestGateway } from '../builders/running-gateway.ts';

const server = fileURLToPath(new URL('../fakes/quirky-server.mjs', import.meta.url));
const quirky = { name: 'q', transport: 'stdio', command: process.execPath, args: [server] };
const unit = `
function describe() { return { tools: [{ name: 'wait', access: 'read', params: {} }] }; }
async function wait() { return await api.hidden.echo({ silent: true }); }
`;

let home: OwnHome;
let gateway: TestGateway;
let client: RawClient;

beforeAll(async () => {
  home = ownHome();
  home.write(
    'backends.yaml',
    JSON.stringify({ backends: [{ ...quirky, expose_tools: ['echo'] }] }),
  );
  home.write(
    'units/demo/unit.yaml',
    JSON.stringify({
      unit: 'demo',
      implementation: './demo.js',
      backends: [{ ...quirky, name: 'hidden' }],
      expose: { tools: ['wait'] },
    }),
  );
  home.write('units/demo/demo.js', unit);
  gateway = await runningGateway(home);
});

afterAll(async () => {
  await gateway.close();
  home.remove();
});

beforeEach(async () => {
  client = await rawClient(resolvePaths(home.env).socket);
});

afterEach(() => {
  client.close();
});

function initialize(protocolVersion: unknown): object {
  const clientInfo = { name: 'raw', version: '1' };
  return { id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo } };
}

function call(id: unknown, args: object, meta?: object): object {
  const params = { name: 'echo', arguments: args, ...(meta && { _meta: meta }) };
  return { id, method: 'tools/call', params };
}

const invalid = { error: { code: -32600 } };

describe('a client is introduced', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'in the version %s that it speaks',
    async (protocolVersion) => {
      client.send(initialize(protocolVersion));
      expect(await client.next()).toMatchObject({ id: 1, result: { protocolVersion } });
    },
  );

  test('in the newest version when it speaks one that is not known', async () => {
    client.send(initialize('2199-01-01'));
    expect(await client.next()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  });

  test.each([
    ['no params', undefined],
    ['a version that is a number', { protocolVersion: 1 }],
    ['no name', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} }],
  ])('not with %s', async (_what, params) => {
    client.send({ id: 1, method: 'initialize', params });
    expect(await client.next()).toMatchObject({
      id: 1,
      error: { code: -32602, message: expect.stringMatching(/^initialize: params/) as string },
    });
  });

  test('after its first requests, too', async () => {
    client.send({ id: 1, method: 'ping' }, { id: 2, method: 'tools/list' });
    expect([await client.next(), await client.next()]).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: {} },
    ]);
  });
});

describe('an answer comes', () => {
  test.each([['text'], [''], [0], [-1], [1.5], [2 ** 53]])('to the id %j', async (id) => {
    client.send(call(id, {}));
    const isTaken = id !== 1.5 && id !== 2 ** 53;
    expect(await client.next()).toMatchObject(
      isTaken ? { id, result: {} } : { id: id === 1.5 ? id : null, ...invalid },
    );
  });

  test.each([
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"tools/call"}', null],
    ['no version of JSON-RPC', '{"id":1,"method":"ping"}', 1],
    ['no version of JSON-RPC, to call', '{"id":1,"method":"tools/call"}', 1],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 1],
    ['no method', '{"jsonrpc":"2.0","id":1}', 1],
    ['a method that is no text', '{"jsonrpc":"2.0","id":"a","method":7}', 'a'],
    ['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', 1],
    ['params that are a text', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"x"}', 1],
    ['a field of its own', '{"jsonrpc":"2.0","id":1,"method":"ping","own":1}', 1],
    ['no fields', '{}', null],
    ['nothing in a batch', '[]', null],
  ])('to a message with %s', async (_what, line, id) => {
    client.write(`${line}\n`);
    const refused = await client.next();
    expect(refused['id']).toBe(id);
    expect([-32600, -32700]).toContain((refused['error'] as { code: number }).code);
    expect(await client.untilPing()).toEqual([]);
  });

  test.each([
    ['tools/list', { cursor: 5 }],
    ['resources/read', {}],
    ['prompts/get', { name: 5 }],
    ['completion/complete', { ref: { type: 'ref/none' } }],
    ['logging/setLevel', { level: 'loud' }],
  ])('that blames the params of %s', async (method, params) => {
    client.send({ id: 1, method, params });
    expect(await client.next()).toMatchObject({
      error: { code: -32602, message: expect.stringContaining(`${method}: params.`) as string },
    });
  });

  test('to a method that does not exist, and none to such a notification', async () => {
    client.send({ method: 'notifications/own' }, { method: 'own' }, { id: 1, method: 'own' });
    expect(await client.untilPing()).toMatchObject([{ id: 1, error: { code: -32601 } }]);
  });

  test('to each message of a batch', async () => {
    client.write(
      `${JSON.stringify([1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' })))}\n`,
    );
    expect([await client.next(), await client.next()]).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  test('to no answer that nobody asked for', async () => {
    client.send(
      { id: 9, result: {} },
      { id: 9, error: { code: 1, message: 'no' } },
      { id: 9, error: 5 },
    );
    expect(await client.untilPing()).toEqual([]);
  });

  test('to the first of two running calls with one id alone', async () => {
    client.send(call(1, { silent: true }), call(1, {}));
    expect(await client.next()).toMatchObject({ id: 1, ...invalid });
    client.send({ method: 'notifications/cancelled', params: { requestId: 1 } }, call(1, {}));
    expect(await client.next()).toMatchObject({ id: 1, result: {} });
  });
});

describe('lines', () => {
  test('may end in CRLF, be blank, begin with a byte order mark and come in pieces', async () => {
    const [head, tail] = ['{"jsonrpc":"2.0","id":1,"me', 'thod":"ping"}\r\n'];
    client.write(`\r\n  \t \n\uFEFF${head}`);
    client.write(tail);
    client.write(`${head}${tail}${head}${tail}`);
    expect(await client.untilPing()).toEqual(
      Array.from({ length: 3 }, () => ({ jsonrpc: '2.0', id: 1, result: {} })),
    );
  });

  test('that are no UTF-8 are data inside of texts and an error elsewhere', async () => {
    const broken = Buffer.from([0xff, 0xc3]);
    client.write(Buffer.concat([Buffer.from('{"a'), broken, Buffer.from('\n')]));
    expect(await client.next()).toMatchObject({ id: null, error: { code: -32700 } });
    const [head = '', tail = ''] = JSON.stringify({ jsonrpc: '2.0', ...call(1, { a: '|' }) }).split(
      '|',
    );
    client.write(Buffer.concat([Buffer.from(head), broken, Buffer.from(`${tail}\n`)]));
    expect(await client.next()).toMatchObject({
      result: { structuredContent: { args: { a: '\uFFFD\uFFFD' } } },
    });
  });
});

describe('a cancelled request gets no answer', () => {
  test.each([0, 7, 'seven'])('when it is a call with the id %j', async (id) => {
    client.send(call(id, { silent: true }));
    client.send({ method: 'notifications/cancelled', params: { requestId: id } });
    expect(await client.untilPing()).toEqual([]);
    const record = await newest('echo');
    expect(record).toMatchObject({ status: 'error', errorCode: 'cancelled' });
  });

  test('and what it says of other requests does nothing', async () => {
    client.send(
      { method: 'notifications/cancelled' },
      { method: 'notifications/cancelled', params: { requestId: {} } },
      { method: 'notifications/cancelled', params: { requestId: 'none' } },
    );
    expect(await client.untilPing()).toEqual([]);
  });
});

test.each(['token', 0, 12])(
  'progress comes under the token %j, before the answer',
  async (token) => {
    client.send(call(1, { progress: true }, { progressToken: token, own: 'kept' }));
    expect([await client.next(), await client.next()]).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: token, progress: 1, total: 2 } },
      { id: 1, result: { _meta: { received: { own: 'kept' } } } },
    ]);
  },
);

test('a client that goes away ends its call and what that has called', async () => {
  client.send({ id: 1, method: 'tools/call', params: { name: 'demo_wait' } });
  const said = (start: string) => gateway.log.some(({ message }) => message.startsWith(start));
  await expect.poll(() => said('hidden: waiting')).toBe(true);
  client.close();
  await expect.poll(() => newest('wait')).toMatchObject({ errorCode: 'cancelled' });
  expect(await newest('echo')).toMatchObject({ backend: 'hidden', errorCode: 'cancelled' });
  await expect.poll(() => said('hidden: cancelled')).toBe(true);
});

test('fifty clients at once get their own answers', async () => {
  const { socket } = resolvePaths(home.env);
  const all = await Promise.all(Array.from({ length: 50 }, () => rawClient(socket)));
  const answers = await Promise.all(
    all.map((each, n) => {
      each.send(call(1, { n }));
      return each.next();
    }),
  );
  for (const each of all) each.close();
  expect(answers).toMatchObject(
    all.map((_, n) => ({ id: 1, result: { structuredContent: { args: { n } } } })),
  );
});

async function newest(tool: string) {
  const rows = await gateway.services.recentAudit(100);
  return rows.findLast((row) => row.tool === tool);
}
