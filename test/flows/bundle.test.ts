// The bundle as Claude Desktop uses it: unpacked, and what its manifest names started.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unzip } from '../../build/electron/unzip.mjs';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';

const run = promisify(execFile);
let home: OwnHome;
let unpacked: string;

beforeEach(async () => {
  home = ownHome();
  unpacked = path.join(home.folder, 'extensions', 'tool mesh');
  const words = [cliFile, 'clients', 'bundle'];
  const { stdout } = await run(process.execPath, words, { env: home.env });
  unzip(stdout.trim(), unpacked, (name: string) => name);
});
afterEach(() => {
  home.remove();
});

async function toolsOf(command: string, args: string[]): Promise<readonly string[]> {
  const client = new Client({ name: 'Claude Desktop', version: '1.0' });
  await client.connect(
    new StdioClientTransport({ command, args, env: home.env, stderr: 'ignore' }),
  );
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

interface Manifest {
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: { readonly command: string; readonly args: string[] };
  };
}

test('both ways to start a bundle reach the gateway', async () => {
  const text = readFileSync(path.join(unpacked, 'manifest.json'), 'utf8');
  const { server } = JSON.parse(text) as Manifest;
  const { command, args } = server.mcp_config;
  const script = path.join(unpacked, server.entry_point);

  expect(await toolsOf(command, args)).toContain('execute_code');
  expect(await toolsOf(process.execPath, [script])).toContain('execute_code');
});
