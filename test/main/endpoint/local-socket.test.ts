import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectLocal, listenLocal } from '../../../main/endpoint/local-socket.ts';

let folder: string;
let socket: string;
let servers: Server[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-socket-'));
  socket = path.join(folder, 'own', 'gateway.sock');
  servers = [];
});

afterEach(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listen(): Promise<Server> {
  const server = await listenLocal(socket, (connection) => connection.destroy());
  servers.push(server);
  return server;
}

test('keeps the socket to the user alone', async () => {
  await listen();
  expect(statSync(path.dirname(socket)).mode & 0o777).toBe(0o700);
  expect(statSync(socket).mode & 0o777).toBe(0o600);
});

test('leaves the socket to the gateway that has it', async () => {
  await listen();
  await expect(listen()).rejects.toMatchObject({ code: 'already-running' });
  await expect(connectLocal(socket)).resolves.toBeDefined();
});

test('takes over a socket that a killed gateway left', async () => {
  const dead = await listen();
  // What kill -9 leaves: the file without anybody behind it.
  dead.close();
  await once(dead, 'close');
  writeFileSync(socket, '');
  await listen();
  await expect(connectLocal(socket)).resolves.toBeDefined();
});

test('lets exactly one of ten starts at once win', async () => {
  const starts = await Promise.allSettled(Array.from({ length: 10 }, () => listen()));
  const won = starts.filter((start) => start.status === 'fulfilled');
  const lost = starts.filter((start) => start.status === 'rejected');
  expect(won).toHaveLength(1);
  expect(
    lost.every((start) => (start.reason as { code?: string }).code === 'already-running'),
  ).toBe(true);
});

test('has no connection to offer where nobody listens', async () => {
  await expect(connectLocal(socket)).resolves.toBeUndefined();
});
