import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unzip } from '../../../../build/electron/unzip.mjs';
import { clientLink } from '../../../../main/clients/entry/client-link.ts';
import { isOurs } from '../../../../main/clients/entry/is-ours.ts';
import { mcpbBundle } from '../../../../main/clients/entry/mcpb-bundle.ts';
import { knownClients } from '../../../../main/clients/registry/known-clients.ts';

const launch = {
  command: '/opt/Tool Mesh ü 100%+/node',
  args: ['/opt/Tool Mesh ü 100%+/cli.mjs', 'stdio', '--client', 'x'],
};

function linkOf(id: string): string {
  const template = knownClients().clients.find((client) => client.id === id)?.link ?? '';
  return clientLink(template, 'toolmesh', launch);
}

/** As `atob` does in a web view: one letter for each byte. */
function latin1(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}

test.each(['cursor', 'lm-studio'])('the link of %s carries name and entry', (id) => {
  const { protocol, host, pathname, searchParams } = new URL(linkOf(id));
  const isCursor = id === 'cursor';

  expect([protocol, host, pathname]).toEqual(
    isCursor
      ? ['cursor:', 'anysphere.cursor-deeplink', '/mcp/install']
      : ['lmstudio:', 'add_mcp', ''],
  );
  expect(searchParams.get('name')).toBe('toolmesh');
  expect(JSON.parse(latin1(searchParams.get('config') ?? ''))).toEqual(launch);
});

test.each([
  ['vscode', 'vscode:mcp/install?'],
  ['vscode-insiders', 'vscode-insiders:mcp/install?'],
  ['visual-studio', 'vsweb+mcp:/install?'],
])('the link of %s survives being decoded once and twice', (id, start) => {
  const link = linkOf(id);
  const once = decodeURIComponent(link.slice(start.length));

  expect(link.startsWith(start)).toBe(true);
  for (const text of [once, decodeURIComponent(once)])
    expect(JSON.parse(text)).toEqual({ name: 'toolmesh', type: 'stdio', ...launch });
});

test('the link of Goose has one part for each argument', () => {
  const { protocol, host, searchParams } = new URL(linkOf('goose'));

  expect([protocol, host]).toEqual(['goose:', 'extension']);
  expect(searchParams.get('cmd')).toBe(launch.command);
  expect(searchParams.getAll('arg')).toEqual(launch.args);
  expect([searchParams.get('id'), searchParams.get('name')]).toEqual(['toolmesh', 'toolmesh']);
});

test('the link of Cherry Studio carries a whole settings file', () => {
  const { searchParams } = new URL(linkOf('cherry-studio'));

  expect(JSON.parse(latin1(searchParams.get('servers') ?? ''))).toEqual({
    mcpServers: { toolmesh: launch },
  });
});

test('the bundle holds a manifest with what its format requires and nothing else', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-mcpb-'));
  const file = path.join(folder, 'ToolMesh.mcpb');
  writeFileSync(file, mcpbBundle('toolmesh', '1.2.3', launch));
  unzip(file, folder, (name: string) => name);
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));

  // MANIFEST.md of modelcontextprotocol/mcpb, version 0.3; hosts refuse keys they do not know. `mcpb validate` and
  // `mcpb unpack` of @anthropic-ai/mcpb 2.1.2 accept this very bundle.
  expect(manifest).toEqual({
    manifest_version: '0.3',
    name: 'toolmesh',
    display_name: 'ToolMesh',
    version: '1.2.3',
    description: 'Private services as a few curated, governed tools',
    author: { name: 'ToolMesh Desktop' },
    server: {
      type: 'node',
      entry_point: 'server/start.mjs',
      mcp_config: { ...launch, env: {} },
    },
    tools_generated: true,
  });
  expect(readFileSync(path.join(folder, 'server/start.mjs'), 'utf8')).toContain(
    JSON.stringify(launch.command),
  );
  rmSync(folder, { recursive: true });
});

const plain = {
  command: '/opt/Tool Mesh/node',
  args: ['/opt/Tool Mesh/cli.mjs', 'stdio', '--client', 'x'],
};

test.each([
  [true, { command: 'C:\\Old\\node.exe', args: ['C:\\Old\\cli.mjs', 'stdio', '--client', 'y'] }],
  [true, { type: 'local', command: ['/a/node', '/a/cli.mjs', 'stdio', '--client', 'y'] }],
  [false, { command: 'node', args: ['/a/cli.mjs', 'stdio'] }],
  [false, { command: 'node', args: ['/a/other.mjs', 'stdio', '--client', 'y'] }],
  [false, { url: 'https://example.com', ...plain }],
  [false, 'text'],
])('tells our entries from others: %s for %j', (ours, entry) => {
  expect(isOurs(entry, plain)).toBe(ours);
});
