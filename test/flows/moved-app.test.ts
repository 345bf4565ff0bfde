// An app that was moved, or updated into another folder, brings its entries along when it starts.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stop } from '../setup/background.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
let folder: string;
let env: Record<string, string>;
let gateway: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'Tool Mesh ü '));
  const home = path.join(folder, 'höme');
  const resources = path.join(folder, 'ToolMesh 1', 'resources');
  const out = path.join(resources, 'app.asar.unpacked', 'out');
  mkdirSync(out, { recursive: true });
  for (const name of ['cli.mjs', 'chunks', 'audit-worker.mjs'])
    cpSync(path.join(root, 'out', name), path.join(out, name), { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(path.dirname(out), 'package.json'));
  link(path.join(root, 'node_modules'), path.join(path.dirname(out), 'node_modules'));
  link(path.join(root, 'out', 'sandbox-host'), path.join(resources, 'sandbox-host'));
  mkdirSync(path.join(home, '.cursor'), { recursive: true });
  writeFileSync(path.join(home, '.cursor', 'mcp.json'), '{ "mcpServers": {} }\r\n');
  env = { PATH: process.env['PATH'] ?? '', HOME: home, USERPROFILE: home, XDG_RUNTIME_DIR: folder };
});
afterEach(async () => {
  if (gateway !== undefined) await stop(gateway);
  gateway = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function link(from: string, to: string): void {
  symlinkSync(from, to, 'junction');
}

function cli(app: string): string {
  return path.join(folder, app, 'resources', 'app.asar.unpacked', 'out', 'cli.mjs');
}

function settings(): string {
  return readFileSync(path.join(env['HOME'] ?? '', '.cursor', 'mcp.json'), 'utf8');
}

test('a start from the new place repairs the entries of the old one', async () => {
  await run(process.execPath, [cli('ToolMesh 1'), 'clients', 'install', 'cursor'], { env });
  expect(settings()).toContain('ToolMesh 1/resources/app.asar.unpacked/out/cli.mjs');
  renameSync(path.join(folder, 'ToolMesh 1'), path.join(folder, 'ToolMesh 2'));
  gateway = spawn(process.execPath, [cli('ToolMesh 2'), 'serve'], { env, stdio: 'ignore' });

  await expect
    .poll(settings, { timeout: 20_000 })
    .toContain('ToolMesh 2/resources/app.asar.unpacked/out/cli.mjs');
  expect(settings()).not.toContain('ToolMesh 1');
  await run(process.execPath, [cli('ToolMesh 2'), 'clients', 'remove', 'cursor'], { env });
  expect(settings()).toBe('{ "mcpServers": {} }\r\n');
});
