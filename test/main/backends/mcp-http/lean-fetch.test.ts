import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReplyTooLarge } from '../../../../main/backends/mcp/lost-answer.ts';
import { createLeanFetch } from '../../../../main/backends/mcp-http/lean-fetch.ts';

type Handler = (request: IncomingMessage, body: string, response: ServerResponse) => void;

let handler: Handler = (_, __, response) => response.end();
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    handler(request, body, response);
  });
});
const agent = new Agent();
const leanFetch = createLeanFetch(agent);
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterAll(async () => {
  await agent.destroy();
  server.close();
});

test('sends text with its length and gives the reply as fetch does', async () => {
  handler = (request, body, response) => {
    const { method, headers } = request;
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.setHeader('content-type', 'application/json');
    response.statusCode = 201;
    response.end(
      JSON.stringify({ method, body, length: headers['content-length'], own: headers['x-own'] }),
    );
  };
  const reply = await leanFetch(url, {
    method: 'POST',
    body: '{"ü":1}',
    headers: { 'X-Own': 'é' },
  });
  expect([reply.status, reply.ok, reply.headers.getSetCookie()]).toEqual([
    201,
    true,
    ['a=1', 'b=2'],
  ]);
  expect(await reply.json()).toEqual({ method: 'POST', body: '{"ü":1}', length: '8', own: 'é' });
});

test('gives a stream of events before it has ended', async () => {
  let end = (): void => undefined;
  handler = (_, __, response) => {
    response.setHeader('content-type', 'text/event-stream; charset=utf-8');
    response.write('data: one\n\n');
    end = () => response.end('data: two\n\n');
  };
  const reply = await leanFetch(url);
  const reader = (reply.body ?? new ReadableStream())
    .pipeThrough(new TextDecoderStream())
    .getReader();
  expect((await reader.read()).value).toBe('data: one\n\n');
  end();
  expect((await reader.read()).value).toBe('data: two\n\n');
  expect((await reader.read()).done).toBe(true);
});

test.each([202, 204])('gives a reply of status %i without a body', async (status) => {
  handler = (_, __, response) => {
    response.statusCode = status;
    response.end();
  };
  const reply = await leanFetch(url, { method: 'POST', body: '{}' });
  expect([reply.status, await reply.text()]).toEqual([status, '']);
});

test('sends a call again where a redirect leads', async () => {
  handler = (request, body, response) => {
    if (request.url === '/mcp') {
      response.statusCode = 307;
      response.setHeader('location', '/mcp/');
      response.end('moved');
    } else response.end(`${request.method ?? ''} ${request.url ?? ''} ${body}`);
  };
  const reply = await leanFetch(url, { method: 'POST', body: '{"n":1}' });
  expect(await reply.text()).toBe('POST /mcp/ {"n":1}');
});

test('sends a form as it was given', async () => {
  handler = (request, body, response) => {
    response.end(`${request.headers['content-type'] ?? ''} ${body}`);
  };
  const reply = await leanFetch(url, { method: 'POST', body: new URLSearchParams({ a: '1 2' }) });
  expect(await reply.text()).toBe('application/x-www-form-urlencoded;charset=UTF-8 a=1+2');
});

test('ends with the reason of its signal', async () => {
  const abort = new AbortController();
  handler = () => {
    abort.abort(new Error('no longer wanted'));
  };
  await expect(leanFetch(url, { signal: abort.signal })).rejects.toThrow('no longer wanted');
});

test('says as fetch does that nobody listens', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await expect(leanFetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ECONNREFUSED' },
  });
});

test('fails when the server hangs up in the middle of a reply', async () => {
  handler = (_, __, response) => {
    response.setHeader('content-length', '100');
    response.write('{"half":');
    setImmediate(() => response.destroy());
  };
  await expect(leanFetch(url)).rejects.toThrow('fetch failed');
});

test('reads a reply that arrives in the middle of a character', async () => {
  const bytes = Buffer.from('{"name":"ü"}');
  handler = (_, __, response) => {
    response.write(bytes.subarray(0, 10));
    setImmediate(() => response.end(bytes.subarray(10)));
  };
  expect(await (await leanFetch(url)).json()).toEqual({ name: 'ü' });
});

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['deflate, GZIP', (text: string) => gzipSync(deflateSync(text))],
  ['identity', (text: string) => Buffer.from(text)],
])('reads a reply that the server encodes as %s', async (coding, encode) => {
  handler = (_, __, response) => {
    response.setHeader('content-encoding', coding);
    response.end(encode('{"name":"ü"}'));
  };
  expect(await (await leanFetch(url)).json()).toEqual({ name: 'ü' });
});

test('gives compressed events before the stream has ended', async () => {
  let zip = createGzip();
  handler = (_, __, response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.setHeader('content-encoding', 'gzip');
    zip = createGzip();
    zip.pipe(response);
    zip.write('data: one\n\n');
    zip.flush();
  };
  const reply = await leanFetch(url);
  const reader = (reply.body ?? new ReadableStream())
    .pipeThrough(new TextDecoderStream())
    .getReader();
  expect((await reader.read()).value).toBe('data: one\n\n');
  zip.end();
  expect((await reader.read()).done).toBe(true);
});

test.each([202, 200])('an empty reply of status %i may claim to be compressed', async (status) => {
  handler = (_, __, response) => {
    response.statusCode = status;
    response.setHeader('content-encoding', 'gzip');
    response.end();
  };
  expect(await (await leanFetch(url, { method: 'POST', body: '{}' })).text()).toBe('');
});

test('fails when a reply is not compressed as it claims', async () => {
  handler = (_, __, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end('{"plain":true}');
  };
  await expect(leanFetch(url)).rejects.toThrow('fetch failed');
});

test('ends a small reply that would unpack to too much', async () => {
  const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
  handler = (_, __, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(bomb);
  };
  await expect(leanFetch(url)).rejects.toBeInstanceOf(ReplyTooLarge);
});

test.each(['日本', 'caf\xe9'])('a header with letters like %s harms no reply', async (value) => {
  const bytes = value === '日本' ? Buffer.from(value).toString('latin1') : value;
  handler = (_, __, response) => {
    response.setHeader('x-place', bytes);
    response.end('{"n":1}');
  };
  expect(await (await leanFetch(url)).json()).toEqual({ n: 1 });
});

test('says what it is unless the user says something else', async () => {
  handler = (request, _, response) => response.end(request.headers['user-agent']);
  expect(await (await leanFetch(url)).text()).toBe('toolmesh');
  const headers = { 'User-Agent': 'mine' };
  expect(await (await leanFetch(url, { headers })).text()).toBe('mine');
});

test('says once that nobody listens where a redirect leads', async () => {
  handler = (_, __, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
  };
  await expect(leanFetch(url)).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { message: expect.not.stringContaining('fetch failed') as string },
  });
});
