// Servers over HTTP that misbehave: each call ends with an error that says why, and nobody else notices.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OwnedBackend } from '../../../../main/backends/create-backend.ts';
import { echo, httpBackend } from '../../../builders/http-backend.ts';
import {
  event,
  events,
  startQuirkyHttp,
  type Habit,
  type QuirkyHttpServer,
} from '../../../fakes/quirky-http-server.ts';

let server: QuirkyHttpServer;
const open: OwnedBackend[] = [];

beforeEach(async () => {
  server = await startQuirkyHttp();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((backend) => backend.close()));
  await server.close();
});

function start(url = server.url, timeout?: number): OwnedBackend {
  const backend = httpBackend(url, timeout);
  open.push(backend);
  return backend;
}

const habits: readonly (readonly [string, Habit, object])[] = [
  [
    'closes the stream before the answer',
    (response) => response.writeHead(200, events).end(': hello\n\n'),
    { code: 'backend-protocol', message: expect.stringContaining('without an answer') as string },
  ],
  [
    'breaks the stream in the middle of the answer',
    (response) => {
      response.writeHead(200, events).write('data: {"jsonrpc":', () => response.destroy());
    },
    { code: 'backend-protocol', message: expect.stringContaining('without an answer') as string },
  ],
  ['resets the connection', (response) => response.destroy(), { code: 'backend-unreachable' }],
  [
    'answers with a page',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    { code: 'backend-protocol', message: expect.stringContaining('text/html') as string },
  ],
  [
    'answers with something that is no JSON',
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"jso'),
    { code: 'backend-protocol' },
  ],
  [
    'answers with JSON that is no message',
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
    { code: 'backend-protocol', message: expect.stringMatching(/^[^\n]*$/) as string },
  ],
  [
    'takes the call and says nothing to it',
    (response) => response.writeHead(202).end(),
    { code: 'backend-protocol' },
  ],
  [
    'fails with a status',
    (response) => response.writeHead(500).end('oops'),
    { code: 'backend-error', message: expect.stringContaining('HTTP 500') as string },
  ],
  [
    'answers without an end',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      flood(response, 'x'.repeat(1024 * 1024));
    },
    { code: 'message-too-large' },
  ],
  [
    'sends an event without an end',
    (response) => {
      response.writeHead(200, events).write('data: ');
      flood(response, 'x'.repeat(1024 * 1024));
    },
    { code: 'message-too-large' },
  ],
];

function flood(response: Parameters<Habit>[0], text: string): void {
  if (response.destroyed) return;
  response.write(text, () => {
    flood(response, text);
  });
}

describe('a call to a server that', () => {
  test.each(habits)(
    '%s ends with an error, and the next one is answered',
    async (_, habit, error) => {
      const backend = start();
      await backend.firstAttempt;
      server.habit = habit;
      await expect(echo(backend)).rejects.toMatchObject(error);
      server.habit = undefined;
      expect(await echo(backend, { a: 1 })).toMatchObject({ args: { a: 1 } });
    },
  );

  test('never answers ends in its time while others are answered', async () => {
    const backend = start(server.url, 0.3);
    await backend.firstAttempt;
    server.habit = () => undefined;
    const waiting = echo(backend);
    await expect.poll(() => server.calls).toBe(1);
    server.habit = undefined;
    expect(await echo(backend)).toMatchObject({ content: [] });
    await expect(waiting).rejects.toMatchObject({ code: 'backend-timeout' });
  });

  test('sends garbage between its events is answered', async () => {
    const backend = start();
    server.habit = (response, { id }) => {
      response.writeHead(200, events);
      response.write('data: {nonsense\n\ndata: []\n\nevent: own\ndata: 1\n\n');
      response.end(event({ id, result: { content: [], last: true } }));
    };
    expect(await echo(backend)).toMatchObject({ last: true });
  });

  test('changes its list while it is read is asked again', async () => {
    const backend = start();
    await backend.firstAttempt;
    await expect.poll(() => server.listeners.size).toBe(1);
    const changed = { method: 'notifications/tools/list_changed' };
    server.beforeList = () => {
      server.beforeList = undefined;
      server.tools = ['newest'];
      for (const each of server.listeners) each.write(event(changed));
    };
    for (const each of server.listeners) each.write(event(changed).repeat(500));
    await expect.poll(() => backend.tools().map(({ name }) => name)).toEqual(['newest']);
    expect(server.lists).toBeLessThan(20);
  });

  test('never introduces itself ends in its time, or when it is cancelled', async () => {
    server.welcome = () => undefined;
    await expect(echo(start(server.url, 0.3))).rejects.toMatchObject({ code: 'backend-timeout' });
    const abort = new AbortController();
    const waiting = echo(start(), {}, abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a server that was started again', () => {
  test.each([404, 400])('and says %i to the old session is met anew', async (status) => {
    const backend = start();
    await backend.firstAttempt;
    server.unknownSession = status;
    server.tools = ['echo', 'fresh'];
    server.forget();
    const answers = await Promise.all([echo(backend, { a: 1 }), echo(backend, { a: 2 })]);
    expect(answers).toMatchObject([{ args: { a: 1 } }, { args: { a: 2 } }]);
    expect(server.calls).toBe(2);
    expect(backend.tools().map(({ name }) => name)).toEqual(['echo', 'fresh']);
  });

  test('is noticed without a call, and its new list is told of', async () => {
    const backend = start();
    await backend.firstAttempt;
    await expect.poll(() => server.listeners.size).toBe(1);
    server.tools = ['fresh'];
    server.restart();
    await expect
      .poll(() => backend.tools().map(({ name }) => name), { timeout: 30_000 })
      .toEqual(['fresh']);
  });

  test('and refuses every session is asked twice and no more', async () => {
    const backend = start();
    await backend.firstAttempt;
    server.habit = (response) => response.writeHead(400).end('bad request');
    await expect(echo(backend)).rejects.toMatchObject({ code: 'backend-error' });
    expect(server.calls).toBe(2);
  });
});

describe('connections that died in silence', () => {
  let proxy: Awaited<ReturnType<typeof silentProxy>>;
  let backend: OwnedBackend;

  beforeEach(async () => {
    proxy = await silentProxy(server.port);
    backend = start(`http://127.0.0.1:${proxy.port}/mcp`, 0.5);
    await backend.firstAttempt;
    await echo(backend);
  });

  afterEach(() => {
    proxy.close();
  });

  test('cost one call, and the next goes over a new one', async () => {
    proxy.fallSilent();
    await echo(backend).catch(() => undefined);
    expect(await echo(backend, { a: 1 })).toMatchObject({ args: { a: 1 } });
  });

  test('are given up after a sleep, without a call', { timeout: 30_000 }, async () => {
    proxy.fallSilent();
    backend.wake?.();
    await expect.poll(() => server.introductions, { timeout: 20_000 }).toBe(2);
    await expect.poll(() => backend.state().kind).toBe('ready');
  });

  test('are kept after a sleep when they live', async () => {
    server.tools = ['other'];
    backend.wake?.();
    await expect.poll(() => server.pings).toBe(1);
    expect(await echo(backend)).toMatchObject({ content: [] });
    expect(server.introductions).toBe(1);
  });
});

/** Hands bytes on, until its connections are as dead as after a sleep: open, and nothing comes or goes. */
async function silentProxy(target: number) {
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const onward = connect(target, '127.0.0.1');
    for (const each of [socket, onward]) sockets.add(each.on('error', () => undefined));
    socket.pipe(onward);
    onward.pipe(socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    fallSilent: () => {
      for (const each of sockets) each.unpipe().pause();
    },
    close: () => {
      for (const each of sockets) each.destroy();
      proxy.close();
    },
  };
}
