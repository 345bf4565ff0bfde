import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBackend, type OwnedBackend } from '../../../../main/backends/create-backend.ts';
import { backendEntry } from '../../../../main/config/schema/backend-entry.ts';
import { CredentialIndex } from '../../../../main/gateway/credentials/credential-index.ts';
import { LoginVault } from '../../../../main/gateway/credentials/login-vault.ts';
import { lockFile } from '../../../../main/platform/file-lock.ts';
import { backendCall } from '../../../builders/backend-call.ts';
import {
  personLogsIn,
  startAuthorizedServer,
  type AuthorizedServer,
} from '../../../fakes/authorization-server.mjs';
import { MemoryKeychain } from '../../../fakes/memory-keychain.ts';
import { createRecordingLogger } from '../../../fakes/recording-logger.ts';

let folder: string;
let server: AuthorizedServer;
let keychain: MemoryKeychain;
let logger: ReturnType<typeof createRecordingLogger>;
let pages: string[];
let open: (url: string) => Promise<void>;
let backends: OwnedBackend[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-login-'));
  server = await startAuthorizedServer();
  keychain = new MemoryKeychain();
  logger = createRecordingLogger();
  pages = [];
  backends = [];
  open = async (url) => {
    await personLogsIn(url);
  };
});
afterEach(async () => {
  await Promise.all(backends.map((backend) => backend.close()));
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A backend as one process has it; a second call stands for a second process. */
async function connect(entry: object = {}, url = server.url): Promise<OwnedBackend> {
  const backend = createBackend(
    backendEntry.parse({ name: 'private', transport: 'http', url, ...entry }),
    {
      appVersion: '0.0.0',
      logger,
      credential: () => Promise.resolve('client-secret'),
      childEnvironment: () => Promise.resolve({}),
      login: {
        vault: new LoginVault(keychain, new CredentialIndex(path.join(folder, 'logins.json'))),
        openBrowser: (page) => {
          pages.push(page);
          // A browser opens and comes back later; nobody waits for the person.
          void open(page);
          return Promise.resolve();
        },
        lock: (name) => lockFile(path.join(folder, `login-${name}.lock`)),
        learn: () => undefined,
      },
    },
  );
  backends.push(backend);
  await backend.firstAttempt;
  return backend;
}

async function whoami(backend: OwnedBackend): Promise<unknown> {
  return (await backend.callTool(backendCall({ tool: 'whoami' }))).content;
}

const anna = [{ type: 'text', text: 'anna' }];

test('opens one page however many calls wait', async () => {
  const backend = await connect();
  expect(backend.state()).toMatchObject({ kind: 'down', needs: 'login' });
  expect(pages).toEqual([]);
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => whoami(backend)))).toEqual(
    Array(5).fill(anna),
  );
  expect(pages).toHaveLength(1);
  expect(server.seen.registrations).toBe(1);
  expect(server.seen.authorizations[0]).toMatchObject({
    code_challenge_method: 'S256',
    resource: server.url,
    scope: 'mcp',
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string,
  });
});

test('renews once for all calls and processes', async () => {
  const first = await connect();
  await whoami(first);
  const second = await connect();
  await server.expire();
  // The server ends the login when a refresh token comes twice.
  const answers = await Promise.all([first, second, first, second, first].map(whoami));
  expect(answers).toEqual(Array(5).fill(anna));
  expect({ refreshes: server.seen.refreshes, pages: pages.length }).toEqual({
    refreshes: 1,
    pages: 1,
  });
});

test('finds the login again after a restart', async () => {
  await whoami(await connect());
  expect(await whoami(await connect())).toEqual(anna);
  expect(pages).toHaveLength(1);
});

test('asks for a new login once a renewal is refused', async () => {
  const backend = await connect();
  await whoami(backend);
  await server.revoke();
  open = async (page) => {
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
  expect(pages).toHaveLength(2);

  open = async (page) => {
    await personLogsIn(page);
  };
  await backend.login?.();
  expect(await whoami(backend)).toEqual(anna);
  expect(pages).toHaveLength(3);
});

test('refuses an answer that belongs to another login', async () => {
  const backend = await connect();
  open = async (page) => {
    const back = new URL(new URL(page).searchParams.get('redirect_uri') ?? '');
    back.search = String(new URLSearchParams({ code: 'stolen', state: 'other' }));
    await fetch(back);
  };
  await expect(whoami(backend)).rejects.toThrow(/belongs to another login/);
});

test('never sends a token to another server', async () => {
  const backend = await connect();
  await whoami(backend);
  const other = await startAuthorizedServer();
  try {
    const moved = await connect({}, other.url);
    expect(moved.state()).toMatchObject({ kind: 'down', needs: 'login' });
    expect(other.seen.bearers).toEqual([]);
  } finally {
    await other.close();
  }
});

test('uses a client that was registered beforehand', async () => {
  await server.close();
  server = await startAuthorizedServer({
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
  const backend = await connect({ oauth });
  expect(await whoami(backend)).toEqual(anna);
  await server.expire();
  expect(await whoami(backend)).toEqual(anna);
  expect({ registrations: server.seen.registrations, refreshes: server.seen.refreshes }).toEqual({
    registrations: 0,
    refreshes: 1,
  });
  expect([...keychain.entries.values()].join()).not.toContain('client-secret');
});
