import { expect, test } from 'vitest';
import { anna, loginBench, whoami } from '../../../builders/login-bench.ts';
import { personLogsIn, startAuthorizedServer } from '../../../fakes/authorization-server.mjs';

const bench = loginBench();

test('opens one page however many calls wait', async () => {
  const backend = await bench.connect();
  expect(backend.state()).toMatchObject({ kind: 'down', needs: 'login' });
  expect(bench.pages).toEqual([]);
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => whoami(backend)))).toEqual(
    Array(5).fill(anna),
  );
  expect(bench.pages).toHaveLength(1);
  expect(bench.server.seen.registrations).toBe(1);
  expect(bench.server.seen.authorizations[0]).toMatchObject({
    code_challenge_method: 'S256',
    resource: bench.server.url,
    scope: 'mcp',
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string,
  });
});

test('renews once for all calls and processes', async () => {
  const first = await bench.connect();
  await whoami(first);
  const second = await bench.connect();
  await bench.server.expire();
  // The bench.server ends the login when a refresh token comes twice.
  const answers = await Promise.all([first, second, first, second, first].map(whoami));
  expect(answers).toEqual(Array(5).fill(anna));
  expect({ refreshes: bench.server.seen.refreshes, pages: bench.pages.length }).toEqual({
    refreshes: 1,
    pages: 1,
  });
});

test('finds the login again after a restart', async () => {
  await whoami(await bench.connect());
  expect(await whoami(await bench.connect())).toEqual(anna);
  expect(bench.pages).toHaveLength(1);
});

test('asks for a new login once a renewal is refused', async () => {
  const backend = await bench.connect();
  await whoami(backend);
  await bench.server.revoke();
  bench.open = async (page) => {
    const back = new URL(new URL(page).searchParams.get('redirect_uri') ?? '');
    back.search = String(
      new URLSearchParams({
        error: 'access_denied',
        state: new URL(page).searchParams.get('state') ?? '',
      }),
    );
    await fetch(back);
  };
  await expect(whoami(backend)).rejects.toMatchObject({
    code: 'credential-missing',
    data: { needs: 'login' },
  });
  expect(backend.state()).toMatchObject({ kind: 'down', needs: 'login' });
  // A model that tries again opens no second page.
  await expect(whoami(backend)).rejects.toThrow(/toolmesh backends login private/);
  expect(bench.pages).toHaveLength(2);

  bench.open = async (page) => {
    await personLogsIn(page);
  };
  await backend.login?.start();
  expect(await whoami(backend)).toEqual(anna);
  expect(bench.pages).toHaveLength(3);
});

test('refuses an answer that belongs to another login', async () => {
  const backend = await bench.connect();
  bench.open = async (page) => {
    const back = new URL(new URL(page).searchParams.get('redirect_uri') ?? '');
    back.search = String(new URLSearchParams({ code: 'stolen', state: 'other' }));
    await fetch(back);
  };
  await expect(whoami(backend)).rejects.toThrow(/belongs to another login/);
});

test('never sends a token to another server', async () => {
  const backend = await bench.connect();
  await whoami(backend);
  const other = await startAuthorizedServer();
  try {
    const moved = await bench.connect({}, other.url);
    expect(moved.state()).toMatchObject({ kind: 'down', needs: 'login' });
    expect(other.seen.bearers).toEqual([]);
  } finally {
    await other.close();
  }
});

test('uses a client that was registered beforehand', async () => {
  await bench.server.close();
  bench.server = await startAuthorizedServer({
    clients: [
      {
        client_id: 'toolmesh-at-work',
        client_secret: 'client-secret',
        token_endpoint_auth_method: 'client_secret_basic',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1:47315/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
  });
  const oauth = {
    client_id: 'toolmesh-at-work',
    client_secret_env: 'WORK_SECRET',
    callback_port: 47_315,
  };
  const backend = await bench.connect({ oauth });
  expect(await whoami(backend)).toEqual(anna);
  await bench.server.expire();
  expect(await whoami(backend)).toEqual(anna);
  expect({
    registrations: bench.server.seen.registrations,
    refreshes: bench.server.seen.refreshes,
  }).toEqual({
    registrations: 0,
    refreshes: 1,
  });
  expect([...bench.keychain.entries.values()].join()).not.toContain('client-secret');
});

test('renews a token before it ends', async () => {
  const backend = await bench.connect();
  await whoami(backend);
  const before = bench.server.seen.refusals;
  bench.now += 3600_000 - 30_000;
  expect(await Promise.all([1, 2, 3].map(() => whoami(backend)))).toEqual(Array(3).fill(anna));
  expect(bench.server.seen.refreshes).toBe(1);
  bench.now += 10_000;
  await whoami(backend);
  expect([bench.server.seen.refreshes, bench.server.seen.refusals - before]).toEqual([1, 0]);
});

test('names the server in every request for a token', async () => {
  const backend = await bench.connect();
  await whoami(backend);
  await bench.server.expire();
  await whoami(backend);
  expect(bench.server.seen.authorizations.map(({ resource }) => resource)).toEqual([
    bench.server.url,
  ]);
  expect(
    bench.server.seen.tokenRequests.map((each) => [each['grant_type'], each['resource']]),
  ).toEqual([
    ['authorization_code', bench.server.url],
    ['refresh_token', bench.server.url],
  ]);
});

test('names it also for a server without metadata of its own', async () => {
  await bench.server.close();
  bench.server = await startAuthorizedServer({ isOld: true });
  const backend = await bench.connect();
  expect(await whoami(backend)).toEqual(anna);
  await bench.server.expire();
  expect(await whoami(backend)).toEqual(anna);
  const asked = [...bench.server.seen.authorizations, ...bench.server.seen.tokenRequests];
  expect(asked.map(({ resource }) => resource)).toEqual(Array(3).fill(bench.server.url));
});

test('keeps a login until the end of the run where there is no keychain', async () => {
  bench.keychain.fault = 'no-secret-service';
  const backend = await bench.connect();
  await whoami(backend);
  await bench.server.expire();
  expect(await whoami(backend)).toEqual(anna);
  expect([bench.pages.length, bench.server.seen.refreshes, bench.keychain.entries.size]).toEqual([
    1, 1, 0,
  ]);
  expect(bench.logger.lines.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('kept until ToolMesh ends only'),
  );
  // Nothing was written anywhere: the next run has to ask again.
  const next = await bench.connect();
  expect(next.login?.state()).toBe('needed');
});

test('logs in again while the keychain is locked', async () => {
  await whoami(await bench.connect());
  bench.keychain.fault = 'locked';
  const backend = await bench.connect();
  expect(await whoami(backend)).toEqual(anna);
  bench.keychain.fault = undefined;
  expect(await whoami(backend)).toEqual(anna);
  expect(bench.pages).toHaveLength(2);
});

test('keeps the logins of two servers of the same name apart', async () => {
  const other = await startAuthorizedServer();
  try {
    const [first, second] = [await bench.connect(), await bench.connect({}, other.url)];
    await whoami(first);
    await whoami(second);
    await bench.server.expire();
    expect([await whoami(first), await whoami(await bench.connect({}, other.url))]).toEqual([
      anna,
      anna,
    ]);
    expect(bench.pages).toHaveLength(2);
  } finally {
    await other.close();
  }
});
