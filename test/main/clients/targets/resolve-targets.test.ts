import { expect, test } from 'vitest';
import { clientNamed, knownClients } from '../../../../main/clients/registry/known-clients.ts';
import type { FilePort } from '../../../../main/clients/targets/file-port.ts';
import { isDetected, resolveTargets } from '../../../../main/clients/targets/resolve-targets.ts';

/** A file system that is a list of files; a folder is what has one below it. */
function files(...paths: string[]): FilePort {
  const below = (folder: string): string[] => paths.filter((path) => path.startsWith(`${folder}/`));
  return {
    kind: (path) =>
      Promise.resolve(paths.includes(path) ? 'file' : below(path).length > 0 ? 'folder' : 'absent'),
    list: (folder) =>
      Promise.resolve([
        ...new Set(below(folder).map((path) => path.slice(folder.length + 1).split('/')[0] ?? '')),
      ]),
    readText: (file) => Promise.resolve(file.endsWith('-pointer') ? '/data/lm' : undefined),
  };
}

async function targets(
  id: string,
  platform: NodeJS.Platform,
  paths: string[],
  env: Record<string, string> = {},
): Promise<string[]> {
  const world = { env, platform, home: '/h', files: files(...paths) };
  return (await resolveTargets(clientNamed(knownClients(), id), world)).map(({ file }) => file);
}

const packaged = '/h/AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude';
const classic = '/h/AppData/Roaming/Claude';

test('writes to the package of Claude Desktop and no new file beside it', async () => {
  expect(
    await targets('claude-desktop', 'win32', [`${packaged}/logs/x`, `${classic}/logs/x`]),
  ).toEqual([`${packaged}/claude_desktop_config.json`]);
});

test('keeps a classic file up beside the package', async () => {
  const file = `${classic}/claude_desktop_config.json`;

  expect(await targets('claude-desktop', 'win32', [`${packaged}/x`, file])).toEqual([
    `${packaged}/claude_desktop_config.json`,
    file,
  ]);
});

test('asks which package counts when none has a file', async () => {
  const second = packaged.replace('pzs8sxrjxfjjc', 'other');

  await expect(
    targets('claude-desktop', 'win32', [`${packaged}/x`, `${second}/x`]),
  ).rejects.toMatchObject({ reason: 'ambiguous' });
  expect(
    await targets('claude-desktop', 'win32', [
      `${packaged}/x`,
      `${second}/claude_desktop_config.json`,
    ]),
  ).toEqual([`${second}/claude_desktop_config.json`]);
});

test.each([
  [
    'darwin',
    ['/h/Library/Application Support/Code/User/x'],
    '/h/Library/Application Support/Code/User/mcp.json',
  ],
  ['linux', ['/h/.config/Code/User/x'], '/h/.config/Code/User/mcp.json'],
  [
    'linux',
    ['/h/.var/app/com.visualstudio.code/x'],
    '/h/.var/app/com.visualstudio.code/config/Code/User/mcp.json',
  ],
] as const)('finds the editor of %s in its own folder', async (platform, present, file) => {
  expect(await targets('vscode', platform, [...present])).toEqual([file]);
});

test('uses the spelling of the file that is there', async () => {
  expect(await targets('opencode', 'linux', ['/h/.config/opencode/opencode.jsonc'])).toEqual([
    '/h/.config/opencode/opencode.jsonc',
  ]);
});

test('follows a variable, and keeps up the default file only when it is there', async () => {
  const env = { CODEX_HOME: '/x/codex' };

  expect(await targets('codex', 'linux', ['/x/codex/a', '/h/.codex/b'], env)).toEqual([
    '/x/codex/config.toml',
  ]);
  expect(await targets('codex', 'linux', ['/x/codex/a', '/h/.codex/config.toml'], env)).toEqual([
    '/x/codex/config.toml',
    '/h/.codex/config.toml',
  ]);
});

test('prefers the new place of a client that has moved', async () => {
  const old = '/h/.gemini/antigravity/mcp_config.json';

  expect(await targets('antigravity', 'linux', [old])).toEqual([old]);
  expect(await targets('antigravity', 'linux', [old, '/h/.gemini/config/.migrated'])).toEqual([
    '/h/.gemini/config/mcp_config.json',
  ]);
});

test('follows the pointer to a moved home', async () => {
  expect(await targets('lm-studio', 'linux', ['/data/lm/x'])).toEqual(['/data/lm/mcp.json']);
});

test('finds nothing where the client is not', async () => {
  for (const { id } of knownClients().clients.filter(
    ({ id: one }) => !['claude-code', 'codebuddy'].includes(one),
  ))
    expect(await targets(id, 'linux', ['/h/notes.txt'])).toEqual([]);
});

test('detects a client by its program on PATH', async () => {
  const world = {
    env: { PATH: '/usr/bin' },
    platform: 'linux',
    home: '/h',
    files: files('/usr/bin/claude'),
  } as const;

  expect(await isDetected(clientNamed(knownClients(), 'claude-code'), world)).toBe(true);
});

test('knows every client once, with a day of confirmation and a shape', () => {
  const { clients, shapes } = knownClients();

  expect(new Set(clients.map(({ id }) => id)).size).toBe(clients.length);
  expect(clients.filter(({ format, shape }) => format !== undefined && !(shape in shapes))).toEqual(
    [],
  );
});
