import { expect, test } from 'vitest';
import { backendCall } from '../../../builders/backend-call.ts';
import { anna, loginBench, whoami, written, write } from '../../../builders/login-bench.ts';
import { personLogsIn, startAuthorizedServer } from '../../../fakes/authorization-server.mjs';

const bench = loginBench();

test('ends a login when its waiting call is cancelled or the person cancels', async () => {
  const backend = await bench.connect();
  expect(backend.login?.state()).toBe('needed');
  const opened = bench.leaveOpen();
  const abort = new AbortController();
  const call = backend.callTool(backendCall({ tool: 'whoami', signal: abort.signal }));
  const page = await opened;
  expect(backend.login?.state()).toBe('running');
  abort.abort();
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });

  // The page stays for the next call, and for the person who is still typing.
  const next = whoami(backend);
  await personLogsIn(page);
  expect(await next).toEqual(anna);
  expect(bench.pages).toHaveLength(1);

  const again = bench.leaveOpen();
  const login = backend.login?.start();
  await again;
  backend.login?.cancel();
  await expect(login).rejects.toThrow(/the login was cancelled/);
});

test('waits for a person longer than for an answer', async () => {
  const backend = await bench.connect({ options: { timeout: 2 } });
  const opened = bench.leaveOpen();
  const call = whoami(backend);
  const page = await opened;
  // Longer than the call's own time: no event tells that it did not run out.
  await new Promise((resolve) => setTimeout(resolve, 2200));
  await personLogsIn(page);
  expect(await call).toEqual(anna);
});

test('asks for more rights when a tool wants them, once, and keeps those it has', async () => {
  const backend = await bench.connect();
  await whoami(backend);
  expect(await Promise.all([write(backend), write(backend), write(backend)])).toEqual(
    Array(3).fill(written),
  );
  expect(bench.server.seen.authorizations.map(({ scope }) => scope)).toEqual([
    'mcp',
    'mcp mcp:write',
  ]);
  await bench.server.expire();
  expect(await write(backend)).toEqual(written);
  expect(await whoami(await bench.connect())).toEqual(anna);
  expect(bench.pages).toHaveLength(2);
});

test('gives up when the rights are not granted', async () => {
  await bench.server.close();
  bench.server = await startAuthorizedServer({ grants: 'mcp' });
  const backend = await bench.connect();
  await whoami(backend);
  for (let tries = 0; tries < 2; tries += 1)
    await expect(write(backend)).rejects.toMatchObject({
      code: 'backend-error',
      message: expect.stringContaining('wants more rights ("mcp:write")') as string,
    });
  // Neither a second page nor a lost connection: the rest still works.
  expect(bench.pages).toHaveLength(2);
  expect(await whoami(backend)).toEqual(anna);
});

test('keeps what works when nobody logs in for more rights', async () => {
  const backend = await bench.connect();
  await whoami(backend);
  bench.open = () => {
    backend.login?.cancel();
    return Promise.resolve();
  };
  await expect(write(backend)).rejects.toMatchObject({ code: 'credential-missing' });
  expect([backend.state().kind, backend.login?.state()]).toEqual(['ready', 'needed']);
  expect(await whoami(backend)).toEqual(anna);
  bench.open = async (page) => {
    await personLogsIn(page);
  };
  await backend.login?.start();
  expect([await write(backend), backend.login?.state()]).toEqual([written, 'idle']);
});
