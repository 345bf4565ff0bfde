// A backend behind a real authorization server, from the file to the client: the call that waits, the window's
// button, the command, and a renewal that was refused.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resolvePaths } from '../../main/config/paths.ts';
import { shippedFiles } from '../../main/platform/shipped-files.ts';
import { startGateway, type RunningGateway } from '../../main/start-gateway.ts';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, type StdioClient } from '../builders/stdio-client.ts';
import {
  personLogsIn,
  startAuthorizedServer,
  type AuthorizedServer,
} from '../fakes/authorization-server.mjs';
import { createRecordingLogger } from '../fakes/recording-logger.ts';

const run = promisify(execFile);
let home: OwnHome;
let server: AuthorizedServer;
let gateway: RunningGateway;
let connected: StdioClient;
let browser: (page: string) => unknown;
const logger = createRecordingLogger();

beforeEach(async () => {
  home = ownHome();
  server = await startAuthorizedServer();
  browser = personLogsIn;
  home.write(
    'backends.yaml',
    `backends:\n  - { name: linear, transport: http, url: "${server.url}" }\n`,
  );
  gateway = await startGateway({
    version: '0.0.0',
    paths: resolvePaths(home.env),
    env: home.env,
    shipped: shippedFiles(path.dirname(cliFile)),
    logger,
    openBrowser: (page) => {
      void browser(page);
      return Promise.resolve();
    },
  });
  connected = await stdioClient(home, 'tester');
});
afterEach(async () => {
  await connected.client.close();
  await gateway.close();
  await server.close();
  home.remove();
});

const loginState = () => gateway.services.backendRows().map(({ state, login }) => [state, login]);
const whoami = () => connected.callText('linear_whoami');

test('shows what needs a login until a command has logged in', async () => {
  await vi.waitFor(() => {
    expect(loginState()).toEqual([['down', 'needed']]);
  });
  const { stdout } = await run(process.execPath, [cliFile, 'backends', 'login', 'linear'], {
    env: home.env,
  });
  expect(stdout).toBe('linear is logged in\n');
  expect(loginState()).toEqual([['healthy', 'idle']]);
  expect(await whoami()).toBe('anna');
  expect(server.seen.authorizations).toHaveLength(1);
});

test('logs in again once a renewal is refused, and keeps the tokens to itself', async () => {
  await gateway.services.logInBackend('linear', null);
  await server.revoke();
  browser = () => {
    gateway.services.cancelLogin('linear', null);
  };
  expect(await whoami()).toMatch(/needs its user to log in .*toolmesh backends login linear/);
  expect(loginState()).toEqual([['down', 'needed']]);
  browser = personLogsIn;
  await gateway.services.logInBackend('linear', null);
  expect(await whoami()).toBe('anna');
  await connected.client.close();

  const outputs = [JSON.stringify(logger.lines), JSON.stringify(gateway.services.backendRows())];
  const data = path.join(home.folder, 'data');
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      outputs.push(readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
  const tokens = new Set(server.seen.bearers);
  expect(tokens.size).toBeGreaterThan(1);
  expect(outputs.filter((text) => [...tokens].some((token) => text.includes(token)))).toEqual([]);
});

test('opens no page for a call that is denied', async () => {
  await gateway.services.logInBackend('linear', null);
  await connected.toolNames();
  await server.revoke();
  await gateway.services.setAccess('standard', 'unclassified', 'deny');
  expect(await whoami()).toContain('may not call "linear_whoami"');
  expect(server.seen.authorizations).toHaveLength(1);
});

test('names the backends with a login when there is none of that name', async () => {
  await expect(gateway.services.logInBackend('linaer')).rejects.toThrow(/nearest: linear/);
});
