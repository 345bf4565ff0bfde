// A call that has to wait for the connection, and how long.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OwnedBackend } from '../../../../main/backends/create-backend.ts';
import { backendCall } from '../../../builders/backend-call.ts';
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

function start(timeoutSeconds?: number): OwnedBackend {
  const backend = httpBackend(server.url, timeoutSeconds);
  open.push(backend);
  return backend;
}

describe('a call that finds an attempt to connect under way', () => {
  let held: Parameters<Habit>[0][];
  let backend: OwnedBackend;

  beforeEach(async () => {
    held = [];
    server.welcome = (response) => held.push(response);
    backend = start();
    await expect.poll(() => held.length).toBe(1);
  });

  test('is answered when the server came back in the middle of it', async () => {
    const calls = [echo(backend, { a: 1 }), echo(backend, { a: 2 })];
    server.welcome = undefined;
    held[0]?.destroy();
    expect(await Promise.all(calls)).toMatchObject([{ args: { a: 1 } }, { args: { a: 2 } }]);
    expect(server.introductions).toBe(2);
  });

  test('has one more with all others that wait, and no third', async () => {
    const calls = [echo(backend), echo(backend), echo(backend)];
    server.welcome = (response) => response.writeHead(503).end();
    held[0]?.destroy();
    const failures = await Promise.all(
      calls.map((call) => call.catch((thrown: unknown) => String(thrown))),
    );
    expect(failures).toEqual(Array(3).fill(expect.stringContaining('HTTP 503')));
    expect(server.introductions).toBe(2);
  });

  test('is cancelled during its own attempt, too', async () => {
    const abort = new AbortController();
    const waiting = echo(backend, {}, abort.signal);
    held[0]?.destroy();
    await expect.poll(() => held.length).toBe(2);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('ends in its time when both attempts hang', async () => {
    const hasty = start(0.5);
    await expect.poll(() => held.length).toBe(2);
    const waiting = echo(hasty);
    held[1]?.destroy();
    await expect(waiting).rejects.toMatchObject({ code: 'backend-timeout' });
  });
});

test('a call to a server that was away for long is tried at once', async () => {
  const backend = start();
  await backend.firstAttempt;
  const { port } = server;
  await server.close();
  // Each failure doubles the wait of the backend's own tries.
  for (let tries = 0; tries < 8; tries += 1)
    await expect(echo(backend)).rejects.toMatchObject({ code: 'backend-unreachable' });
  server = await startQuirkyHttp(port);
  expect(await echo(backend, { a: 1 })).toMatchObject({ args: { a: 1 } });
});

describe('a server that takes long to connect and long to answer', () => {
  const partMs = 1200;
  const mostSeconds = 2;

  beforeEach(() => {
    const welcome: Habit = (response, message) => {
      setTimeout(() => {
        server.introduce(response, message);
      }, partMs);
    };
    server.welcome = welcome;
  });

  test('has for both together no more than the time of the call', async () => {
    server.habit = (response, { id }) => {
      setTimeout(() => {
        response.writeHead(200, events).end(event({ id, result: { content: [] } }));
      }, partMs);
    };
    await expect(echo(start(mostSeconds))).rejects.toMatchObject({
      code: 'backend-timeout',
      message: expect.stringContaining('within 2 s') as string,
    });
  });

  test('has the whole time again with each sign of progress', async () => {
    server.habit = (response, { id, params }) => {
      const { progressToken } = params?.['_meta'] as { progressToken: string };
      const step = { method: 'notifications/progress', params: { progressToken, progress: 1 } };
      response.writeHead(200, events).write(event(step));
      setTimeout(() => {
        response.end(event({ id, result: { content: [], last: true } }));
      }, partMs);
    };
    const steps: object[] = [];
    const call = backendCall({ tool: 'echo', onProgress: (step) => steps.push(step) });
    expect(await start(mostSeconds).callTool(call)).toMatchObject({ last: true });
    expect(steps).toEqual([{ progress: 1 }]);
  });
});
