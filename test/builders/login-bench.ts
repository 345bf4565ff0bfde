// Backends that ask for a login, in front of a real authorization server and a person with a browser.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createBackend, type OwnedBackend } from '../../main/backends/create-backend.ts';
import { backendEntry } from '../../main/config/schema/backend-entry.ts';
import { CredentialIndex } from '../../main/gateway/credentials/credential-index.ts';
import { LoginVault } from '../../main/gateway/credentials/login-vault.ts';
import { lockFile } from '../../main/platform/file-lock.ts';
import {
  personLogsIn,
  startAuthorizedServer,
  type AuthorizedServer,
} from '../fakes/authorization-server.mjs';
import { MemoryKeychain } from '../fakes/memory-keychain.ts';
import { createRecordingLogger } from '../fakes/recording-logger.ts';
import { backendCall } from './backend-call.ts';

export const anna = [{ type: 'text', text: 'anna' }];
export const written = [{ type: 'text', text: 'written by anna' }];

export interface LoginBench {
  server: AuthorizedServer;
  keychain: MemoryKeychain;
  logger: ReturnType<typeof createRecordingLogger>;
  /** Every login page that was opened. */
  pages: string[];
  /** What the person does with a page. */
  open: (page: string) => Promise<void>;
  /** Epoch milliseconds. */
  now: number;
  /** A backend as one process has it; a second call stands for a second process. */
  connect(entry?: object, url?: string): Promise<OwnedBackend>;
  /** The person looks at the page and does nothing; resolves once it is open. */
  leaveOpen(): Promise<string>;
}

/** A fresh one for each test of the file. */
export function loginBench(): LoginBench {
  const bench = {} as LoginBench;
  let folder = '';
  let backends: OwnedBackend[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-login-'));
    backends = [];
    Object.assign(bench, {
      server: await startAuthorizedServer(),
      keychain: new MemoryKeychain(),
      logger: createRecordingLogger(),
      pages: [],
      open: async (page: string) => {
        await personLogsIn(page);
      },
      now: 1_800_000_000_000,
    });
  });
  afterEach(async () => {
    await Promise.all(backends.map((backend) => backend.close()));
    await bench.server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  bench.connect = async (entry = {}, url = bench.server.url) => {
    const backend = createBackend(
      backendEntry.parse({ name: 'private', transport: 'http', url, ...entry }),
      {
        appVersion: '0.0.0',
        logger: bench.logger,
        credential: () => Promise.resolve('client-secret'),
        childEnvironment: () => Promise.resolve({}),
        login: {
          vault: new LoginVault(
            bench.keychain,
            new CredentialIndex(path.join(folder, 'logins.json')),
          ),
          openBrowser: (page) => {
            bench.pages.push(page);
            // A browser opens and comes back later; nobody waits for the person.
            void bench.open(page);
            return Promise.resolve();
          },
          lock: (key) => lockFile(path.join(folder, `login-${key}.lock`)),
          learn: () => undefined,
          now: () => bench.now,
        },
      },
    );
    backends.push(backend);
    await backend.firstAttempt;
    return backend;
  };
  bench.leaveOpen = () =>
    new Promise((resolve) => {
      bench.open = (page) => {
        resolve(page);
        return Promise.resolve();
      };
    });
  return bench;
}

export async function whoami(backend: OwnedBackend): Promise<unknown> {
  return (await backend.callTool(backendCall({ tool: 'whoami' }))).content;
}

/** Wants more rights than a first login asks for. */
export async function write(backend: OwnedBackend): Promise<unknown> {
  return (await backend.callTool(backendCall({ tool: 'write' }))).content;
}
