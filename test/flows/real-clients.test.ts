// Clients as their makers ship them, from npm, start our entry and see the tools. What can't be fetched is skipped.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';

const run = promisify(execFile);
const cache = path.join(import.meta.dirname, '../../node_modules/.cache/real-clients');
let home: OwnHome;

beforeEach(() => {
  home = ownHome();
});
afterEach(() => {
  home.remove();
});

const clients = [
  {
    id: 'mcporter',
    package: 'mcporter@0.9.0',
    settings: '.mcporter/mcporter.json',
    program: 'mcporter',
    args: ['list', 'toolmesh'],
    sees: 'function discover_tools',
  },
  {
    id: 'gemini-cli',
    package: '@google/gemini-cli@0.61.0',
    settings: '.gemini/settings.json',
    program: 'gemini',
    args: ['mcp', 'list'],
    sees: '(stdio) - Connected',
  },
  {
    id: 'claude-code',
    package: '@anthropic-ai/claude-code@2.1.197',
    settings: '.claude.json',
    program: 'claude',
    args: ['mcp', 'list'],
    sees: 'Connected',
    setUp: 'node_modules/@anthropic-ai/claude-code/install.cjs',
  },
  {
    // Reads any client's file; here Cursor's.
    id: 'cursor',
    package: '@modelcontextprotocol/inspector@0.15.0',
    settings: '.cursor/mcp.json',
    program: 'mcp-inspector',
    args: ['--cli', '--config', 'FILE', '--server', 'toolmesh', '--method', 'tools/list'],
    sees: '"name": "execute_code"',
  },
] as const;

/** Folder with the package, fetched once; undefined when npm can't. */
function fetched(name: string, setUp: string | undefined): string | undefined {
  const folder = path.join(cache, name.replaceAll('/', '+'));
  const done = path.join(folder, 'done');
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const options = { cwd: folder, timeout: 180_000 };
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=0',
    name,
  ];
  if (spawnSync('npm', args, options).status !== 0) return undefined;
  if (setUp !== undefined && spawnSync(process.execPath, [setUp], options).status !== 0)
    return undefined;
  writeFileSync(done, '');
  return folder;
}

test.for(clients)(
  '$package starts our entry and sees the tools',
  { timeout: 300_000 },
  async (client, { skip }) => {
    skip(process.platform === 'win32', 'npm makes batch files there, which need a shell');
    const setUp = 'setUp' in client ? client.setUp : undefined;
    const folder = fetched(client.package, setUp);
    if (folder === undefined) return skip(`npm could not fetch ${client.package}`);
    const settings = path.join(home.folder, client.settings);
    mkdirSync(path.dirname(settings), { recursive: true });
    writeFileSync(settings, '{}');
    const { XDG_RUNTIME_DIR, ...env } = home.env;
    const ours = { ...env, XDG_RUNTIME_DIR, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
    await run(process.execPath, [cliFile, 'clients', 'install', client.id], { env: ours });
    const args = client.args.map((word) => (word === 'FILE' ? settings : word));
    const program = path.join(folder, 'node_modules', '.bin', client.program);
    // Where a client prints its list is its own affair.
    const { stdout, stderr } = await run(program, args, {
      env: ours,
      cwd: home.folder,
      timeout: 60_000,
    });

    expect(stdout + stderr).toContain(client.sees);
    if (client.id === 'cursor') return;
    // The gateway writes down who came a moment after it answered.
    const states = async (): Promise<unknown> => {
      const words = [cliFile, 'clients', 'list', '--json'];
      return JSON.parse((await run(process.execPath, words, { env: ours })).stdout);
    };
    await expect
      .poll(states, { timeout: 20_000 })
      .toContainEqual(expect.objectContaining({ id: client.id, state: 'connected' }));
  },
);

test(
  'the own command of Claude Code adds our entry and takes it out again',
  { timeout: 300_000 },
  async ({ skip }) => {
    skip(process.platform === 'win32', 'npm makes batch files there, which need a shell');
    const { package: name, setUp } = clients[2];
    const folder = fetched(name, setUp);
    if (folder === undefined) return skip(`npm could not fetch ${name}`);
    const settings = path.join(home.folder, '.claude.json');
    const bin = path.join(folder, 'node_modules', '.bin');
    const env = { ...home.env, PATH: `${bin}${path.delimiter}${home.env['PATH'] ?? ''}` };
    const entries = async (...words: string[]): Promise<unknown> => {
      await run(process.execPath, [cliFile, 'clients', ...words], { env });
      const { mcpServers } = JSON.parse(readFileSync(settings, 'utf8')) as { mcpServers?: object };
      return mcpServers;
    };
    const added = {
      toolmesh: { type: 'stdio', args: [cliFile, 'stdio', '--client', 'claude-code'] },
    };

    // The ledger remembers that there was no map, and takes it along.
    writeFileSync(settings, '{ "numStartups": 3 }');
    expect(await entries('install', 'claude-code', '--via-client')).toMatchObject(added);
    expect(await entries('remove', 'claude-code')).toBeUndefined();
    // The other way round: what we wrote, its own command knows and removes.
    writeFileSync(settings, '{ "mcpServers": { "mine": { "command": "x" } } }');
    expect(await entries('install', 'claude-code')).toMatchObject({ mine: {}, ...added });
    expect(await entries('remove', 'claude-code', '--via-client')).toEqual({
      mine: { command: 'x' },
    });
    // A name that is taken stays with its owner.
    writeFileSync(settings, '{ "mcpServers": { "toolmesh": { "command": "x" } } }');
    const refused = entries('install', 'claude-code', '--via-client');
    await expect(refused).rejects.toMatchObject({ code: 1 });
    expect(readFileSync(settings, 'utf8')).toContain('{ "command": "x" }');
  },
);
