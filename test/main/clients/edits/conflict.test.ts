import { afterEach, beforeEach, expect, test } from 'vitest';
import { viewClient } from '../../../../main/clients/client-state.ts';
import { clientNamed } from '../../../../main/clients/registry/known-clients.ts';
import type { ClientView } from '../../../../main/contract/client-views.ts';
import { clientHome, type ClientHome } from '../../../builders/client-home.ts';

let home: ClientHome;

beforeEach(() => {
  home = clientHome();
});
afterEach(() => {
  home.remove();
});

const formats = [
  {
    id: 'cursor',
    file: '.cursor/mcp.json',
    before:
      '{\n  "mcpServers": {\n    "a": {},\n    "toolmesh": { // mine\n      "command": "node", "args": ["/x/fork.js", "--key=s3cret"],\n      "env": { "TOKEN": "s3cret" }, "timeout": 1.0\n    }\n  }\n}\n',
    starts: 'node /x/fork.js',
  },
  {
    id: 'codex',
    file: '.codex/config.toml',
    before:
      '[mcp_servers.toolmesh]\nurl = "https://mine.example/mcp?key=s3cret"\nsince = 1979-05-27\n[mcp_servers.toolmesh.http_headers]\nX = "s3cret"\n\n[mcp_servers.a]\ncommand = "a"\n',
    starts: 'https://mine.example',
  },
  {
    id: 'goose',
    file: '.config/goose/config.yaml',
    before:
      'extensions:\n  toolmesh: # mine\n    name: mine\n    type: stdio\n    cmd: mine\n    args:\n      - "--key=s3cret"\n    envs: {TOKEN: s3cret}\n    timeout: 12\n',
    starts: 'mine',
  },
  {
    id: 'continue',
    file: '.continue/config.yaml',
    before:
      'mcpServers:\n  - name: toolmesh\n    command: npx\n    args: [-y, mine]\n    env: {}\n',
    starts: 'npx mine',
  },
  {
    id: 'mistral-vibe',
    file: '.vibe/config.toml',
    before:
      '[[mcp_servers]]\nname = "toolmesh"\ntransport = "http"\nurl = "https://mine.example"\n',
    starts: 'https://mine.example',
  },
] as const;

function view(id: string): Promise<ClientView> {
  const { installer } = home;
  return viewClient(installer, clientNamed(installer.world.registry, id));
}

test.each(formats)('tells what the other entry of $id starts, not its keys', async (format) => {
  home.write(format.file, format.before);
  const found = await view(format.id);

  expect(found).toMatchObject({ state: 'conflict', files: [{ startsInstead: format.starts }] });
  expect(JSON.stringify(found)).not.toContain('s3cret');
});

test.each(formats)('replaces the other entry of $id and gives it back', async (format) => {
  home.write(format.file, format.before);
  const [change] = await home.installer.install(format.id, { conflict: 'replace' });
  expect(change?.view.outcome).toBe('replaced');
  expect((await view(format.id)).state).toBe('installed');
  expect(home.read(format.file)).not.toContain('mine');
  await home.installer.remove(format.id);

  expect(home.read(format.file)).toBe(format.before);
});

test.each(formats)('gives the replaced entry of $id back into a changed file', async (format) => {
  home.write(format.file, format.before);
  const shown = await home.installer.install(format.id, { conflict: 'replace', dryRun: true });
  expect(home.read(format.file)).toBe(format.before);
  expect(shown[0]?.view.outcome).toBe('replaced');
  await home.installer.install(format.id, { conflict: 'replace' });
  home.world.app = '/opt/moved';
  await home.installer.repair(format.id);
  home.write(format.file, `${home.read(format.file)}\n`);
  const [removed] = await home.installer.remove(format.id);

  expect(removed?.view.warnings.join()).toContain('is back');
  expect(await view(format.id)).toMatchObject({
    state: 'conflict',
    files: [{ startsInstead: format.starts }],
  });
  expect(await home.ledger.records()).toEqual([]);
});

test('a nested entry comes back with every value it had', async () => {
  const [{ id, file, before }] = formats;
  const plain = before.replace(' // mine', '');
  home.write(file, plain);
  await home.installer.install(id, { conflict: 'replace' });
  home.write(file, home.read(file).replace('"a"', '"b"'));
  await home.installer.remove(id);

  expect(JSON.parse(home.read(file))).toEqual(JSON.parse(plain.replace('"a"', '"b"')));
});

test.each(formats)('installs beside the other entry of $id under another name', async (format) => {
  home.write(format.file, format.before);
  const [change] = await home.installer.install(format.id, { conflict: 'other-name' });
  expect(change?.view.outcome).toBe('installed');
  expect(home.read(format.file)).toContain('toolmesh-2');
  expect((await view(format.id)).state).toBe('installed');
  home.world.app = '/opt/moved';
  expect((await view(format.id)).state).toBe('needs-repair');
  await home.installer.repair(format.id);
  expect(home.read(format.file)).toContain('/opt/moved/node');
  expect(await home.installer.install(format.id)).toMatchObject([
    { view: { outcome: 'unchanged' } },
  ]);
  await home.installer.remove(format.id);

  expect(home.read(format.file)).toBe(format.before);
});

test('takes the usual name where nobody else has it', async () => {
  home.write('.cursor/mcp.json', '{}');
  await home.installer.install('cursor', { conflict: 'other-name' });

  expect(home.read('.cursor/mcp.json')).toContain('"toolmesh":');
});

test('never replaces what is no entry at all', async () => {
  home.write('.cursor/mcp.json', '{"mcpServers":{"toolmesh":"off"}}');
  const [change] = await home.installer.install('cursor', { conflict: 'replace' });

  expect(change?.view).toMatchObject({ outcome: 'refused', reason: 'wrong-type' });
  expect(home.read('.cursor/mcp.json')).toBe('{"mcpServers":{"toolmesh":"off"}}');
});

test('replaces nothing on a repair or a plain install', async () => {
  const [{ id, file, before }] = formats;
  home.write(file, before);
  await home.installer.install(id);
  await home.installer.repair(id);

  expect(home.read(file)).toBe(before);
});
