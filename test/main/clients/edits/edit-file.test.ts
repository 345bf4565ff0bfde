import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientHome, type ClientHome } from '../../../builders/client-home.ts';

let home: ClientHome;

beforeEach(() => {
  home = clientHome();
});
afterEach(() => {
  home.remove();
});

const other = '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n';

async function outcomes(
  changes: ReturnType<ClientHome['installer']['install']>,
): Promise<string[]> {
  return (await changes).map(({ view }) => view.reason ?? view.outcome);
}

test('a second install does not touch the file', async () => {
  const file = home.write('.cursor/mcp.json', other);
  await home.installer.install('cursor');
  const before = statSync(file);

  expect(await outcomes(home.installer.install('cursor'))).toEqual(['unchanged']);
  expect(statSync(file)).toMatchObject({ mtimeMs: before.mtimeMs, ino: before.ino });
});

test('a sibling added after the install survives the removal', async () => {
  home.write('.cursor/mcp.json', '{}');
  await home.installer.install('cursor');
  const added = home
    .read('.cursor/mcp.json')
    .replace('    "toolmesh"', '    "later": {},\n    "toolmesh"');
  home.write('.cursor/mcp.json', added);

  expect(await outcomes(home.installer.remove('cursor'))).toEqual(['removed']);
  expect(home.read('.cursor/mcp.json')).toBe('{\n  "mcpServers": {\n    "later": {}\n  }\n}');
});

test('leaves an entry alone that was given to another program', async () => {
  home.write('.cursor/mcp.json', '{}');
  await home.installer.install('cursor');
  home.write('.cursor/mcp.json', '{"mcpServers":{"toolmesh":{"url":"https://example.com"}}}');

  expect(await outcomes(home.installer.remove('cursor'))).toEqual(['left']);
  expect(home.read('.cursor/mcp.json')).toContain('https://example.com');
});

test('keeps a link a link and writes to its target', async () => {
  const target = home.write('dotfiles/mcp.json', other);
  mkdirSync(home.file('.cursor'));
  symlinkSync('../dotfiles/mcp.json', home.file('.cursor/mcp.json'));
  await home.installer.install('cursor');

  expect(lstatSync(home.file('.cursor/mcp.json')).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toContain('toolmesh');
  await home.installer.remove('cursor');
  expect(readFileSync(target, 'utf8')).toBe(other);
});

test('keeps the second name of a hard-linked file', async () => {
  const file = home.write('.cursor/mcp.json', other);
  linkSync(file, home.file('second.json'));
  await home.installer.install('cursor');

  expect(home.read('second.json')).toContain('toolmesh');
  await home.installer.remove('cursor');
  expect(home.read('second.json')).toBe(other);
});

test.each([
  [
    'dangling-link',
    () => {
      symlinkSync('nowhere.json', home.file('.cursor/mcp.json'));
    },
  ],
  [
    'not-a-file',
    () => {
      mkdirSync(home.file('.cursor/mcp.json'));
    },
  ],
  ['encoding', () => home.write('.cursor/mcp.json', Buffer.from(`\ufeff${other}`, 'utf16le'))],
  ['encoding', () => home.write('.cursor/mcp.json', Buffer.from([0x7b, 0xff, 0x7d]))],
  ['duplicate-key', () => home.write('.cursor/mcp.json', '{"mcpServers":{},"mcpServers":{}}')],
  ['wrong-type', () => home.write('.cursor/mcp.json', '{"mcpServers":"x"}')],
  ['parse-error', () => home.write('.cursor/mcp.json', '{"mcpServers":{}')],
  [
    'same-name-not-ours',
    () =>
      home.write(
        '.cursor/mcp.json',
        '{"mcpServers":{"toolmesh":{"command":"node","args":["x.js"]}}}',
      ),
  ],
  [
    'read-only',
    () => {
      chmodSync(home.write('.cursor/mcp.json', other), 0o444);
    },
  ],
  [
    'read-only',
    () => {
      chmodSync(path.dirname(home.write('.cursor/mcp.json', other)), 0o555);
    },
  ],
])('refuses with %s and touches nothing', async (reason, prepare) => {
  mkdirSync(home.file('.cursor'));
  prepare();
  const before = readdirSync(home.file('.cursor'));

  expect(await outcomes(home.installer.install('cursor'))).toEqual([reason]);
  expect(readdirSync(home.file('.cursor'))).toEqual(before);
  chmodSync(home.file('.cursor'), 0o755);
});

test('a refusal names file, line and column', async () => {
  const file = home.write('.codex/config.toml', 'a = 1\nb = "C:\\Users"\n');
  const [change] = await home.installer.install('codex');

  expect(change?.view.problem).toContain(`${file}:2:`);
});

test('never makes the folder of a client that is not there', async () => {
  expect(await outcomes(home.installer.install('cursor'))).toEqual(['not-installed']);
  expect(existsSync(home.file('.cursor'))).toBe(false);
});

test('keeps original bytes readable by the user only, until the removal', async () => {
  home.write('.cursor/mcp.json', other);
  await home.installer.install('cursor');
  const folder = path.join(home.folder, 'data', 'clients', 'originals');
  const kept = readdirSync(folder);

  expect(kept.map((name) => statSync(path.join(folder, name)).mode & 0o777)).toEqual([0o600]);
  await home.installer.remove('cursor');
  expect(readdirSync(folder)).toEqual([]);
});

test('an update of an untouched entry still gives the first original back', async () => {
  home.write('.cursor/mcp.json', other);
  await home.installer.install('cursor');
  home.world.app = '/opt/moved';
  expect(await outcomes(home.installer.install('cursor'))).toEqual(['updated']);
  await home.installer.remove('cursor');

  expect(home.read('.cursor/mcp.json')).toBe(other);
});

test('removes what a crash left beside the file', async () => {
  home.write('.cursor/mcp.json', other);
  home.write('.cursor/.mcp.json.toolmesh-0123abcd.tmp', 'half');
  await home.installer.install('cursor');

  expect(readdirSync(home.file('.cursor'))).toEqual(['mcp.json']);
});

test('waits for a fresh lock of the client and takes a stale one over', async () => {
  home.write('.claude.json', '{}');
  mkdirSync(home.file('.claude'));
  const lock = home.file('.claude.json.lock');
  mkdirSync(lock);
  writeFileSync(path.join(lock, 'owner'), 'filled, as one client does');
  const old = new Date(Date.now() - 60_000);
  utimesSync(lock, old, old);

  expect(await outcomes(home.installer.install('claude-code'))).toEqual(['installed']);
  expect(existsSync(lock)).toBe(false);
});

test('loses no change of a program that keeps writing the file', async () => {
  const file = home.write('.cursor/mcp.json', '{"count":0,"mcpServers":{}}');
  let count = 0;
  // Reads, counts and renames within one turn, as a program with the file in memory would.
  const writer = setInterval(() => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(`"count":${count},`);
    count += 1;
    writeFileSync(`${file}.new`, text.replace(/"count":\d+/, `"count":${count}`));
    renameSync(`${file}.new`, file);
  }, 1);
  try {
    for (let round = 0; round < 20; round += 1) {
      await home.installer.install('cursor');
      await home.installer.remove('cursor');
    }
  } finally {
    clearInterval(writer);
  }

  expect(count).toBeGreaterThan(0);
  expect(home.read('.cursor/mcp.json')).toBe(`{"count":${count},"mcpServers":{}}`);
});

test('two installers at once leave one entry each', async () => {
  home.write('.cursor/mcp.json', '{}');
  home.write('.codex/config.toml', '');
  await Promise.all([
    home.installer.install('cursor'),
    home.installer.install('cursor'),
    home.installer.install('codex'),
  ]);
  expect(await home.ledger.records()).toHaveLength(2);
  await home.installer.remove('cursor');

  expect(home.read('.cursor/mcp.json')).toBe('{}');
  expect(home.read('.codex/config.toml')).toContain('[mcp_servers.toolmesh]');
});
