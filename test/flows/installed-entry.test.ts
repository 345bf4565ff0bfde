// What an installed entry starts, as a client starts it: no shell, almost no environment, blanks in every path.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
let folder: string;
let cli: string;
let env: Record<string, string>;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'Tool Mesh ü '));
  const out = path.join(folder, 'app folder', 'out');
  mkdirSync(out, { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(folder, 'app folder', 'package.json'));
  for (const name of ['cli.mjs', 'chunks', 'audit-worker.mjs'])
    cpSync(path.join(root, 'out', name), path.join(out, name), { recursive: true });
  symlinkSync(
    path.join(root, 'node_modules'),
    path.join(folder, 'app folder', 'node_modules'),
    'junction',
  );
  symlinkSync(path.join(root, 'out', 'sandbox-host'), path.join(out, 'sandbox-host'), 'junction');
  cli = path.join(out, 'cli.mjs');
  env = { HOME: path.join(folder, 'höme'), USERPROFILE: path.join(folder, 'höme') };
  mkdirSync(path.join(folder, 'höme', '.cursor'), { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface ClientFile {
  readonly mcpServers: { readonly toolmesh: { readonly command: string; readonly args: string[] } };
}

async function state(): Promise<string | undefined> {
  const { stdout } = await run(process.execPath, [cli, 'clients', 'list', '--json'], { env });
  const views = JSON.parse(stdout) as { id: string; state: string }[];
  return views.find(({ id }) => id === 'cursor')?.state;
}

test('the entry starts with a bare environment and proves that the client came', async () => {
  const file = path.join(folder, 'höme', '.cursor', 'mcp.json');
  writeFileSync(file, '{}');
  await run(process.execPath, [cli, 'clients', 'install', 'cursor'], { env });
  expect(await state()).toBe('installed');
  const client = new Client({ name: 'Cursor', version: '9.9' });
  const { toolmesh } = (JSON.parse(readFileSync(file, 'utf8')) as ClientFile).mcpServers;
  await client.connect(new StdioClientTransport({ ...toolmesh, env, stderr: 'ignore' }));
  const { tools } = await client.listTools();

  expect(tools.map(({ name }) => name)).toContain('execute_code');
  await vi.waitFor(async () => {
    expect(await state()).toBe('connected');
  }, 10_000);
  await client.close();
});
