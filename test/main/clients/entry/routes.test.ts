import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { clientLink } from '../../../../main/clients/entry/client-link.ts';
import { isOurs } from '../../../../main/clients/entry/is-ours.ts';
import { mcpbBundle } from '../../../../main/clients/entry/mcpb-bundle.ts';

const launch = {
  command: '/opt/Tool Mesh/node',
  args: ['/opt/Tool Mesh/cli.mjs', 'stdio', '--client', 'x'],
};
const hasUnzip = spawnSync('python3', ['--version']).status === 0;

test('links carry the entry through their encoding', () => {
  const cursor = new URL(
    clientLink('cursor://x/install?name={name}&config={base64}', 'toolmesh', launch),
  );
  const config = Buffer.from(cursor.searchParams.get('config') ?? '', 'base64').toString();
  expect(JSON.parse(config)).toEqual(launch);

  const code = clientLink('vscode:mcp/install?{urlJson}', 'toolmesh', launch);
  expect(JSON.parse(decodeURIComponent(code.split('?')[1] ?? ''))).toMatchObject({
    name: 'toolmesh',
    ...launch,
  });
});

test.skipIf(!hasUnzip)('the bundle is a zip with a manifest that starts us', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-mcpb-'));
  const file = path.join(folder, 'ToolMesh.mcpb');
  writeFileSync(file, mcpbBundle('toolmesh', '1.2.3', launch));
  const script =
    'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(z.read("manifest.json").decode())';
  const manifest: unknown = JSON.parse(
    execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }),
  );
  rmSync(folder, { recursive: true });

  expect(manifest).toMatchObject({
    name: 'toolmesh',
    version: '1.2.3',
    server: { mcp_config: launch },
  });
});

test.each([
  [true, { command: 'C:\\Old\\node.exe', args: ['C:\\Old\\cli.mjs', 'stdio', '--client', 'y'] }],
  [true, { type: 'local', command: ['/a/node', '/a/cli.mjs', 'stdio', '--client', 'y'] }],
  [false, { command: 'node', args: ['/a/cli.mjs', 'stdio'] }],
  [false, { command: 'node', args: ['/a/other.mjs', 'stdio', '--client', 'y'] }],
  [false, { url: 'https://example.com', command: '/opt/Tool Mesh/node', args: launch.args }],
  [false, 'text'],
])('tells our entries from others: %s for %j', (ours, entry) => {
  expect(isOurs(entry, launch)).toBe(ours);
});
