import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cliFile } from '../../builders/own-home.ts';

const config = 'model = "x"   # mine\n';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'höme with blanks '));
  mkdirSync(path.join(folder, '.codex'));
  writeFileSync(path.join(folder, '.codex/config.toml'), config);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function toolmesh(
  ...words: readonly (string | readonly string[])[]
): Promise<{ code: number; out: string; err: string }> {
  const args = words.filter((word) => typeof word === 'string');
  const nodeOptions = words.filter((word) => typeof word !== 'string').flat();
  const env = { PATH: process.env['PATH'], HOME: folder, USERPROFILE: folder };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...nodeOptions, cliFile, 'clients', ...args],
      { env },
      (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      },
    );
  });
}

function codex(): string {
  return readFileSync(path.join(folder, '.codex/config.toml'), 'utf8');
}

test('a dry run prints the exact diff and writes nothing', async () => {
  const { code, out } = await toolmesh('install', 'codex', '--dry-run');

  expect(code).toBe(0);
  expect(out).toContain('@@ -1,1 +1,5 @@\n model = "x"   # mine\n+\n+[mcp_servers.toolmesh]\n');
  expect(codex()).toBe(config);
});

test('installs into every client that is here and removes again', async () => {
  expect(await toolmesh('install', '--all')).toMatchObject({ code: 0 });
  expect(codex()).toContain('"stdio", "--client", "codex"]');
  expect((await toolmesh('list')).out).toMatch(/^codex +installed/m);
  expect(await toolmesh('remove', 'codex')).toMatchObject({ code: 0 });
  expect(codex()).toBe(config);
});

test('says that the entry starts a checkout', async () => {
  expect((await toolmesh('install', 'codex')).out).toContain('this checkout');
});

test('a refusal is one line and exit code 1', async () => {
  writeFileSync(path.join(folder, '.codex/config.toml'), 'a = \n');
  const { code, out } = await toolmesh('install', 'codex');

  expect(code).toBe(1);
  expect(out).toMatch(/^Codex .* was left alone \(.*config\.toml:1:\d+\): /);
});

test('an unknown client is named with its nearest known one', async () => {
  const { code, err } = await toolmesh('install', 'codx');

  expect(code).toBe(1);
  expect(err).toMatch(/"codx" is not known.*codex/);
});

test('prints a snippet in the format of the client', async () => {
  expect((await toolmesh('snippet', 'codex')).out).toMatch(
    /^\[mcp_servers\.toolmesh\]\ncommand = /,
  );
  expect(JSON.parse((await toolmesh('snippet', 'my-client')).out)).toMatchObject({
    mcpServers: { toolmesh: { args: [cliFile, 'stdio', '--client', 'my-client'] } },
  });
});

test('lists as JSON for scripts', async () => {
  const views = JSON.parse((await toolmesh('list', '--json')).out) as { id: string }[];

  expect(views.map(({ id }) => id)).toEqual(['codex']);
});

test('leaves a taken name alone until a way out is chosen', async () => {
  const taken = '[mcp_servers.toolmesh]\ncommand = "fork"\nenv = { KEY = "s3cret" }\n';
  writeFileSync(path.join(folder, '.codex/config.toml'), taken);
  const { code, out } = await toolmesh('install', 'codex');
  expect(code).toBe(1);
  expect(out).toContain('--other-name or --replace');
  const list = (await toolmesh('list')).out;
  expect(list).toMatch(/^codex +conflict +.*starts fork/m);
  expect(list).not.toContain('s3cret');
  expect(codex()).toBe(taken);

  expect((await toolmesh('install', 'codex', '--other-name')).out).toContain('codex: installed');
  expect(codex()).toContain('[mcp_servers.toolmesh-2]');
  await toolmesh('remove', 'codex');
  expect(codex()).toBe(taken);
  expect((await toolmesh('install', 'codex', '--replace')).out).toContain('codex: replaced');
  expect(codex()).not.toContain('fork');
  await toolmesh('remove', 'codex');
  expect(codex()).toBe(taken);
});

test('prints the link of a client that has one', async () => {
  expect((await toolmesh('link', 'vscode')).out).toMatch(/^vscode:mcp\/install\?%7B/);
  expect((await toolmesh('link', 'codex')).err).toContain('has no link');
});

test('a reader that goes away ends the command quietly', async () => {
  const args = [cliFile, 'clients', 'list', '--all'];
  const env = { HOME: folder, USERPROFILE: folder };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const [code] = (await once(child, 'close')) as [number];

  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
});

test('a crash before the rename leaves the original, and the next run cleans up', async () => {
  const hook = path.join(folder, 'crash.cjs');
  writeFileSync(
    hook,
    `const fs = require('node:fs'); const rename = fs.renameSync;
     fs.renameSync = (from, to) => to.endsWith('config.toml') ? process.kill(process.pid, 'SIGKILL') : rename(from, to);
     require('node:module').syncBuiltinESMExports();`,
  );
  await toolmesh(['--require', hook], 'install', 'codex');
  const beside = (): readonly string[] => readdirSync(path.join(folder, '.codex')).sort();
  expect(codex()).toBe(config);
  expect(beside()).toHaveLength(2);

  expect(await toolmesh('install', 'codex')).toMatchObject({ code: 0 });
  expect(beside()).toEqual(['config.toml']);
  await toolmesh('remove', 'codex');
  expect(codex()).toBe(config);
});
