// MCP over HTTP word by word, as the author of a client would try it, in front of a server that never
// introduces itself and one that does.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runningGateway, type TestGateway } from '../builders/running-gateway.ts';
import { startQuirkyHttp, type QuirkyHttpServer } from '../fakes/quirky-http-server.ts';

let home: OwnHome;
let gateway: TestGateway;
let far: QuirkyHttpServer;
let mute: QuirkyHttpServer;
let token: string;

beforeAll(async () => {
  home = ownHome();
  [far, mute] = await Promise.all([startQuirkyHttp(), startQuirkyHttp()]);
  mute.welcome = () => undefined;
  const http = { transport: 'http', expose_tools: ['echo'] };
  home.write(
    'backends.yaml',
    JSON.stringify({
      backends: [
        { ...http, name: 'far', url: far.url },
        { ...http, name: 'mute', url: mute.url },
      ],
    }),
  );
  home.write('settings.yaml', 'http: { enabled: true, port: 0 }\n');
  gateway = await runningGateway(home);
  token = await gateway.tokens.createToken('raw');
  await vi.waitUntil(() => far.lists === 1);
});

afterAll(async () => {
  await gateway.close();
  await Promise.all([far.close(), mute.close()]);
  home.remove();
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent one after the other. */
  readonly body?: readonly (string | Buffer)[];
}

/** The reply once its head is there. */
function send({ method = 'POST', path = '/mcp', headers = {}, body = [] }: Sent) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const { hostname, port } = new URL(gateway.httpUrl() ?? '');
    const all = {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    };
    const request = httpRequest({ hostname, port, path, method, headers: all }, resolve);
    request.on('error', reject);
    for (const each of body) request.write(each);
    request.end();
  });
}

async function textOf(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function rpc(message: object): readonly string[] {
  return [JSON.stringify({ jsonrpc: '2.0', ...message })];
}

const ping = rpc({ id: 1, method: 'ping' });

/** The header that names a fresh session. */
async function session(): Promise<Readonly<Record<string, string>>> {
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const reply = await send({ body: rpc({ id: 0, method: 'initialize', params }) });
  await textOf(reply);
  return { 'mcp-session-id': String(reply.headers['mcp-session-id']) };
}

describe('a request', () => {
  test.each<[string, number, Sent]>([
    ['with another content type', 415, { headers: { 'content-type': 'text/plain' }, body: ping }],
    ['that takes no stream', 406, { headers: { accept: 'application/json' }, body: ping }],
    ['to another path', 404, { path: '/other', body: ping }],
    ['of an unknown version', 400, { headers: { 'mcp-protocol-version': '1999' }, body: ping }],
    ['that is no message', 400, { body: ['{"a":1}'] }],
    ['with nothing in it', 400, {}],
    ['by PUT', 405, { method: 'PUT' }],
    ['by HEAD', 405, { method: 'HEAD' }],
    ['by OPTIONS', 405, { method: 'OPTIONS' }],
    ['with another kind of login', 401, { headers: { authorization: 'Basic abc' }, body: ping }],
  ])('%s is refused with %i', async (_what, status, sent) => {
    const headers = { ...(await session()), ...sent.headers };
    expect((await send({ ...sent, headers })).statusCode).toBe(status);
  });

  test('without a session is refused, and in one that is over it begins again', async () => {
    expect((await send({ body: ping })).statusCode).toBe(400);
    const headers = await session();
    expect((await send({ method: 'DELETE', headers })).statusCode).toBe(200);
    expect((await send({ headers, body: ping })).statusCode).toBe(404);
  });

  test('cut in the middle of a character arrives whole', async () => {
    const text = '€😀ä'.repeat(5000);
    const params = { name: 'echo', arguments: { text } };
    const body = Buffer.from(rpc({ id: 1, method: 'tools/call', params })[0] ?? '');
    const parts = [body.subarray(0, 4097), body.subarray(4097, 9002), body.subarray(9002)];
    const reply = await send({ headers: await session(), body: parts });
    expect(await textOf(reply)).toContain(text);
  });

  test('with wrong params is blamed for them', async () => {
    const body = rpc({ id: 1, method: 'resources/read', params: {} });
    const reply = await send({ headers: await session(), body });
    expect(await textOf(reply)).toContain('"code":-32602');
  });
});

test('the end of a session ends its calls, with a record', async () => {
  const headers = await session();
  far.habit = () => undefined;
  const before = far.calls;
  const body = rpc({ id: 1, method: 'tools/call', params: { name: 'echo', arguments: {} } });
  const reply = await send({ headers, body });
  await expect.poll(() => far.calls).toBe(before + 1);
  far.habit = undefined;
  await send({ method: 'DELETE', headers });
  expect(await textOf(reply)).not.toContain('result');
  const newest = async () => (await gateway.services.recentAudit(10)).at(-1);
  await expect.poll(newest).toMatchObject({ tool: 'echo', errorCode: 'cancelled' });
});

test('a session has one stream to listen on, which can be opened again', async () => {
  const headers = await session();
  const listen = { method: 'GET', headers };
  const first = await send(listen);
  expect(first.statusCode).toBe(200);
  expect((await send(listen)).statusCode).toBe(409);
  first.destroy();
  const again = { ...listen, headers: { ...headers, 'last-event-id': '7' } };
  await expect.poll(async () => (await send(again)).statusCode).toBe(200);
});

test('a list waits for no server, and all clients share one connection to each', async () => {
  const sessions = await Promise.all(Array.from({ length: 20 }, session));
  const lists = await Promise.all(
    sessions.map(async (headers) =>
      textOf(await send({ headers, body: rpc({ id: 1, method: 'tools/list' }) })),
    ),
  );
  for (const list of lists) expect(list).toContain('"name":"echo"');
  // Still at its first attempt, which nobody waited for.
  expect(mute.introductions).toBe(1);
  expect(far.introductions).toBe(1);
});
