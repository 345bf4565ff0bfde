// An AppImage as its runtime starts it: the image's path and that of its unpacked copy are in the environment. A script
// stands for the image, the checkout for the copy.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const electron = process.env['TOOLMESH_TEST_ELECTRON'] ?? '';
const missing =
  process.env['TOOLMESH_TEST_NO_DESKTOP'] ??
  (process.platform === 'linux' ? undefined : 'AppImages are for Linux');
const run = promisify(execFile);
let folder: string;
let image: string;
let env: Record<string, string>;

beforeEach((context) => {
  if (missing !== undefined) context.skip(missing);
  folder = mkdtempSync(path.join(tmpdir(), 'Tool Mesh ü '));
  image = path.join(folder, 'ToolMesh-0.1.0.AppImage');
  writeFileSync(
    image,
    `#!/bin/sh\nAPPIMAGE='${image}' APPDIR='${root}' exec '${electron}' --no-sandbox '${root}' "$@"\n`,
  );
  chmodSync(image, 0o755);
  // No display: a client may pass on next to nothing.
  env = { HOME: folder, XDG_RUNTIME_DIR: folder };
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('an entry starts the image itself', async () => {
  const { stdout } = await run(image, ['clients', 'snippet', 'cursor'], { env });

  expect(JSON.parse(stdout)).toEqual({
    mcpServers: { toolmesh: { command: image, args: ['stdio', '--client', 'cursor'] } },
  });
});

test('the image is the bridge of a client', async () => {
  const client = new Client({ name: 'Cursor', version: '9.9' });
  const args = ['stdio', '--client', 'cursor'];
  await client.connect(new StdioClientTransport({ command: image, args, env, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  await client.close();

  expect(tools.map(({ name }) => name)).toContain('execute_code');
});

test('ends with the exit code of the command', async () => {
  await expect(run(image, ['clients', 'install', 'nobody'], { env })).rejects.toMatchObject({
    code: 1,
    stdout: '',
  });
});
