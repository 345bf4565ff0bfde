import { existsSync, mkdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { viewClient } from '../../../main/clients/client-state.ts';
import { clientNamed } from '../../../main/clients/registry/known-clients.ts';
import { clientHome, type ClientHome } from '../../builders/client-home.ts';

let home: ClientHome;

beforeEach(() => {
  home = clientHome();
  home.write('.codex/config.toml', '');
});
afterEach(() => {
  home.remove();
});

async function state(id = 'codex'): Promise<string> {
  const { installer } = home;
  return (await viewClient(installer, clientNamed(installer.world.registry, id))).state;
}

test('a client is connected once it has come after the install', async () => {
  home.world.seen['codex'] = { at: 500, name: 'codex', version: '1.0' };
  expect(await state()).toBe('not-installed');
  await home.installer.install('codex');
  expect(await state()).toBe('installed');
  home.world.seen['codex'] = { at: 2000, name: 'codex', version: '1.1' };
  expect(await state()).toBe('connected');
});

test('an entry of the old place needs repair and gets it', async () => {
  await home.installer.install('codex');
  home.world.app = '/Applications/ToolMesh 2.app';
  expect(await state()).toBe('needs-repair');
  await home.installer.repair('codex');

  expect(await state()).toBe('installed');
  expect(home.read('.codex/config.toml')).toContain('/Applications/ToolMesh 2.app/node');
});

test('an entry that the client dropped needs repair and comes back', async () => {
  await home.installer.install('codex');
  home.write('.codex/config.toml', 'model = "rewritten"\n');
  expect(await state()).toBe('needs-repair');
  await home.installer.repair('codex');
  await home.installer.remove('codex');

  expect(home.read('.codex/config.toml')).toBe('model = "rewritten"\n');
});

test('repair changes nothing that is in order', async () => {
  await home.installer.install('codex');

  expect(await home.installer.repair('codex')).toEqual([]);
});

test('an entry of somebody else under our name is a conflict', async () => {
  home.write('.codex/config.toml', '[mcp_servers.toolmesh]\ncommand = "other"\n');

  expect(await state()).toBe('conflict');
});

test('asks to quit a running client that writes its file from memory', async () => {
  const file = home.write('.config/Claude/claude_desktop_config.json', '{}');
  home.world.running = ['bash', 'claude-desktop'];
  const [change] = await home.installer.install('claude-desktop');

  expect(change?.view).toMatchObject({ outcome: 'refused', reason: 'client-running' });
  home.world.running = [];
  const [second] = await home.installer.install('claude-desktop');
  expect(second?.view).toMatchObject({ outcome: 'installed', file });
});

test('notices that a running client wrote its own copy over the change', async () => {
  const before = '{ "numStartups": 3 }';
  home.write('.claude.json', before);
  home.world.running = ['claude'];
  home.world.meanwhile = () => home.write('.claude.json', before);
  const [lost] = await home.installer.install('claude-code');
  expect(lost?.view).toMatchObject({ outcome: 'refused', reason: 'client-running' });
  expect(await state('claude-code')).toBe('needs-repair');

  home.world.meanwhile = () => undefined;
  const [kept] = await home.installer.install('claude-code');
  expect(kept?.view.outcome).toBe('installed');
  const installed = home.read('.claude.json');
  home.world.meanwhile = () => home.write('.claude.json', installed);
  const [back] = await home.installer.remove('claude-code');
  expect(back?.view).toMatchObject({ outcome: 'refused', reason: 'client-running' });
  home.world.running = [];
  await home.installer.remove('claude-code');
  expect(JSON.parse(home.read('.claude.json'))).toEqual({ numStartups: 3, mcpServers: {} });
});

test('tells the desktop app from the command that has its name', async () => {
  home.write('.config/Claude/claude_desktop_config.json', '{}');
  home.world.running = ['claude'];

  expect(await home.installer.install('claude-desktop')).toMatchObject([
    { view: { outcome: 'installed' } },
  ]);
});

test('profiles of an editor get the entry on request only', async () => {
  mkdirSync(home.file('.config/Code/User/profiles/-1a2b'), { recursive: true });
  const profile = '.config/Code/User/profiles/-1a2b/mcp.json';
  await home.installer.install('vscode');
  expect(existsSync(home.file(profile))).toBe(false);
  await home.installer.install('vscode', { profiles: true });
  expect(home.read(profile)).toContain('toolmesh');
  await home.installer.remove('vscode');

  expect(existsSync(home.file(profile))).toBe(false);
  expect(existsSync(home.file('.config/Code/User/mcp.json'))).toBe(false);
});

test('the window is shown nothing of the neighbours', async () => {
  home.write('.cursor/mcp.json', '{"mcpServers":{"a":{"command":"a","env":{"TOKEN":"s3cret"}}}}');
  const [change] = await home.installer.install('cursor', { dryRun: true });

  expect(JSON.stringify(change?.view)).not.toContain('s3cret');
});

test('names the list that keeps our entry off', async () => {
  home.write('.gemini/settings.json', '{ "mcp": { "allowed": ["docs"] } }');
  const [change] = await home.installer.install('gemini-cli');

  expect(change?.view.warnings.join()).toContain('mcp.allowed');
});

test('a client without a file points to its link', async () => {
  const [change] = await home.installer.install('cherry-studio');

  expect(change?.view).toMatchObject({ outcome: 'refused', reason: 'no-file' });
});

test('never takes the home folder for a client of its own', async () => {
  expect(await state('codebuddy')).toBe('not-installed');
  const [change] = await home.installer.install('codebuddy');

  expect(change?.view.reason).toBe('not-installed');
});
