import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  openRest,
  restWorld,
  type OpenRest,
  type RestSetup,
} from '../../../builders/rest-backend.ts';
import {
  startLoopback,
  type LoopbackServer,
  type Reply,
  type SeenRequest,
} from '../../../fakes/loopback-server.ts';

const rest = restWorld();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(() => rest.close());

async function serve(answer: (request: SeenRequest) => Reply): Promise<LoopbackServer> {
  const server = await startLoopback(answer);
  open.push(server);
  return server;
}

function use(setup: Omit<RestSetup, 'world'>): OpenRest {
  const one = openRest({ ...setup, world: rest.world });
  open.push(one.backend);
  return one;
}

const bearer = 'auth: { type: bearer, credential: tok }';

describe('addresses', () => {
  test('a key never follows a redirect to another origin', async () => {
    const elsewhere = await serve(({ headers }) => ({
      body: { key: headers['authorization'] ?? null },
    }));
    const server = await serve(() => ({
      status: 302,
      headers: { location: `${elsewhere.url}/x` },
    }));
    const { value } = use({
      backend: `${bearer}\ntools:\n  get: { method: GET, path: /a, description: get }`,
      url: server.url,
      credentials: { tok: 's3cret' },
    });
    expect(await value('get')).toStrictEqual({ key: null });
  });

  test('refuses a redirect to another private host', async () => {
    const server = await serve(() => ({
      status: 302,
      headers: { location: 'http://169.254.169.254/latest' },
    }));
    const { value } = use({
      backend: `${bearer}\ntools:\n  get: { method: GET, path: /a, description: get }`,
      url: server.url,
    });
    await expect(value('get')).rejects.toThrow(
      /"169\.254\.169\.254" is or leads to a private address/,
    );
  });

  test.each([
    'http://127.0.0.1:9/f',
    'http://localhost:9/f',
    'http://[::ffff:10.0.0.1]/f',
    'http://0x7f.1/f',
  ])('never fetches the file %s for a caller', async (address) => {
    const server = await serve(() => ({ body: {} }));
    const { value } = use({
      backend: `${bearer}
tools:
  put:
    { method: PUT, path: /f, description: put, content_type: application/octet-stream,
      params: { file: { type: file_url, in: body } } }`,
      url: server.url,
    });
    await expect(value('put', { file: address })).rejects.toThrow(/private/);
    expect(server.requests).toStrictEqual([]);
  });

  test.each(['..', '.', '../admin', 'a/../../admin'])('refuses the path value %s', async (id) => {
    const server = await serve(() => ({ body: {} }));
    const { value } = use({
      backend: `${bearer}
tools:
  get: { method: GET, path: '/items/{id}', description: get, params: { id: { type: string, in: path } } }`,
      url: server.url,
    });
    await expect(value('get', { id })).rejects.toThrow('must not lead out of the path');
    expect(server.requests).toStrictEqual([]);
  });

  test('does not load a private address when that is not allowed', () => {
    const { backend } = use({
      backend: `${bearer}\ntools:\n  get: { method: GET, path: /a, description: get }`,
      url: 'http://192.168.1.5/api',
      entry: { allow_private_url: false },
    });
    expect(backend.isUsable).toBe(false);
    expect(backend.state()).toMatchObject({
      kind: 'down',
      reason: expect.stringContaining('private') as string,
    });
  });

  test('keeps the key to itself when a tool names another origin', async () => {
    const elsewhere = await serve(({ headers }) => ({
      body: { key: headers['authorization'] ?? null },
    }));
    const { value } = use({
      backend: `${bearer}\ntools:\n  get: { method: GET, path: '${elsewhere.url}/a', description: get }`,
      url: 'http://127.0.0.1:9',
      credentials: { tok: 's3cret' },
    });
    expect(await value('get')).toStrictEqual({ key: null });
  });
});

describe('answers', () => {
  test('puts a binary answer into a file and returns where it is', async () => {
    const server = await serve(() => ({
      headers: { 'content-type': 'application/pdf' },
      body: Buffer.from('%PDF-1.7'),
    }));
    const { value } = use({
      backend: `${bearer}
tools:
  pdf: { method: GET, path: /r, description: report, response: { binary: true } }
  up:
    { method: POST, path: /up, description: upload, content_type: multipart/form-data,
      params: { file: { type: file_url, in: body } } }`,
      url: server.url,
    });
    const file = (await value('pdf')) as { url: string; file_id: string; size_bytes: number };
    expect(file.size_bytes).toBe(8);
    expect(readFileSync(fileURLToPath(file.url), 'utf8')).toBe('%PDF-1.7');
    await value('up', { file: file.file_id });
    expect(server.requests[1]?.body).toContain('%PDF-1.7');
  });

  test('tells what max_items cut and where the next page is', async () => {
    const server = await serve(() => ({ body: { rows: [1, 2, 3], next: 'c2', more: true } }));
    const { result } = use({
      backend: `${bearer}
defaults:
  pagination:
    strategy: cursor
    request: { cursor_param: after }
    response: { next_cursor: $.next, has_more: $.more }
tools:
  list: { method: GET, path: /rows, description: rows, response: { result_path: $.rows, max_items: 2 } }`,
      url: server.url,
    });
    expect(await result('list')).toStrictEqual({
      content: [{ type: 'text', text: '[1,2]' }],
      _meta: {
        pagination: { next_cursor: 'c2', has_more: true },
        max_items: { shown: 2, total: 3 },
      },
    });
  });

  test('never shows in an error what a tool hides in its answers', async () => {
    const server = await serve(() => ({ status: 500, body: 'stack with TOPSECRET' }));
    const { value } = use({
      backend: `${bearer}
tools:
  get: { method: GET, path: /a, description: get, response: { redact: [$.key] } }`,
      url: server.url,
    });
    await expect(value('get')).rejects.toThrow('Error: [internal] HTTP 500: HTTP 500');
  });

  test('takes a key out of an error that repeats it', async () => {
    const server = await serve(({ headers }) => ({
      status: 403,
      body: `bad ${headers['authorization'] ?? ''}`,
    }));
    const { value } = use({
      backend: `${bearer}\ntools:\n  get: { method: GET, path: /a, description: get }`,
      url: server.url,
      credentials: { tok: 's3cret' },
    });
    await expect(value('get')).rejects.toThrow('bad Bearer [secret]');
  });

  test('names the missing key when the service refuses', async () => {
    const server = await serve(() => ({ status: 401, body: 'no' }));
    const { value } = use({
      backend: `${bearer}\ntools:\n  get: { method: GET, path: /a, description: get }`,
      url: server.url,
    });
    await expect(value('get')).rejects.toThrow(/the credential "tok" is not set/);
  });

  test('reports a service that is away and recovers by itself', async () => {
    const server = await serve(() => ({ body: 1 }));
    const { backend, value } = use({
      backend: `${bearer}\ntools:\n  get: { method: GET, path: /a, description: get }`,
      url: server.url,
    });
    expect(await value('get')).toBe(1);
    await server.close();
    open.splice(open.indexOf(server), 1);
    await expect(value('get')).rejects.toThrow(/\[unavailable\] .*ECONNREFUSED/);
    expect(backend.state().kind).toBe('down');
  });
});

describe('composites', () => {
  const twoTools = `${bearer}
tools:
  list: { method: GET, path: /items, description: list }
  get: { method: GET, path: '/items/{id}', description: get, params: { id: { type: string, in: path } } }`;

  test('runs calls made together at the same time', async () => {
    let running = 0;
    let most = 0;
    const server = await serveSlow(
      () => {
        running += 1;
        most = Math.max(most, running);
      },
      () => {
        running -= 1;
      },
    );
    const { value } = use({
      backend: `${twoTools}
composites:
  all:
    description: all
    code: |
      return (await Promise.all(['a', 'b', 'c'].map((id) => api.get({ id })))).map((item) => item.path);`,
      url: server.url,
    });
    expect(await value('all')).toStrictEqual(['/items/a', '/items/b', '/items/c']);
    expect(most).toBe(3);
  });

  test('knows no other composite', async () => {
    const server = await serve(() => ({ body: 1 }));
    const { value } = use({
      backend: `${twoTools}
composites:
  one: { description: one, code: 'return 1;' }
  two: { description: two, code: 'return await api.one();' }`,
      url: server.url,
    });
    await expect(value('two')).rejects.toThrow('api.one failed: there is no such tool');
  });

  test.each([
    ['return globalThis;', 'globalThis'],
    ['return (() => 1)["constructor"]("return 1")();', 'constructor'],
    ['return await import("fs");', 'import'],
    ['return a.process.env;', 'process'],
    ['return 1 +;', 'not JavaScript'],
  ])('does not load code that says %s', (code, reason) => {
    const { backend } = use({
      backend: `${twoTools}\ncomposites:\n  bad: { description: bad, code: ${JSON.stringify(code)} }`,
      url: 'http://127.0.0.1:9',
    });
    expect(backend.problems()[0]?.message).toContain(reason);
  });

  async function serveSlow(onStart: () => void, onEnd: () => void): Promise<LoopbackServer> {
    const waiting: (() => void)[] = [];
    const server = await startLoopback(async ({ path }) => {
      onStart();
      // Answers come once three requests are there: one after the other would wait for ever.
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 3)
          waiting.forEach((go) => {
            go();
          });
      });
      onEnd();
      return { body: { path } };
    });
    open.push(server);
    return server;
  }
});
