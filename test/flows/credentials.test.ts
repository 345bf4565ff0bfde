// Keys on the command line and in a running gateway: who uses them, another value, another name.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { runningGateway, type TestGateway } from '../builders/running-gateway.ts';
import { stdioClient, type StdioClient } from '../builders/stdio-client.ts';
import { startKeyring, startSessionBus, type SessionBus } from '../setup/session-bus.ts';

const run = promisify(execFile);
const keyed = fileURLToPath(new URL('../fakes/key-server.mjs', import.meta.url));
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

test('lists names, users and missing keys where there is no keychain', async () => {
  const home = ownHome();
  home.write(
    'backends.yaml',
    `backends:
  - { name: wiki, transport: http, url: "http://127.0.0.1:9/mcp", api_key_env: wiki_token }
  - { name: files, transport: stdio, command: mcp-files, api_key_env: FILES_KEY }
`,
  );
  const { stdout } = await run(process.execPath, [cliFile, 'secrets'], {
    env: { ...home.env, CREDENTIAL_WIKI_TOKEN: 'k-wiki', CREDENTIAL_OLD: 'k-old' },
  });
  expect(stdout.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'OLD environment not used by anything; never used',
    'WIKI_TOKEN environment used by wiki; never used',
    'FILES_KEY missing used by files',
    '',
  ]);
  expect(stdout).not.toMatch(/k-wiki|k-old/);
  home.remove();
});

let bus: SessionBus | undefined;
let missing: string | undefined;
try {
  bus = await startSessionBus();
  await startKeyring(bus);
} catch (error) {
  missing = `no keychain on this machine (${String(error)})`;
}

describe.skipIf(missing !== undefined)(missing ?? 'with a keychain', () => {
  let home: OwnHome;
  let env: Record<string, string>;
  let gateway: TestGateway;
  let client: StdioClient;
  const before = process.env['DBUS_SESSION_BUS_ADDRESS'];

  beforeAll(async () => {
    home = ownHome();
    const address = bus?.address ?? '';
    process.env['DBUS_SESSION_BUS_ADDRESS'] = address;
    env = { ...home.env, DBUS_SESSION_BUS_ADDRESS: address };
    home.write(
      'backends.yaml',
      `# mine
backends:
  - name: keyed # the one
    transport: stdio
    command: ${JSON.stringify(process.execPath)}
    args: [${JSON.stringify(keyed)}]
    api_key_env: KEYED_TOKEN
  - name: wiki
    transport: http
    url: http://127.0.0.1:9/mcp
    api_key_env: wiki_token # see the wiki
`,
    );
    await secrets('first-key', 'set', 'KEYED_TOKEN');
    gateway = await runningGateway(home);
    client = await stdioClient(home, 'tester');
  });
  afterAll(async () => {
    await client.client.close();
    await gateway.close();
    await bus?.stop();
    process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
    home.remove();
  });

  /** A key goes in through stdin only. */
  async function secrets(input: string, ...words: string[]): Promise<string> {
    const child = spawn(process.execPath, [cliFile, 'secrets', ...words], { env });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(out);
    return out;
  }
  const fingerprint = () => client.callText('keyed_fingerprint');

  test('gives a child its new key at once, whoever set it', async () => {
    expect(await fingerprint()).toBe(hashOf('first-key'));
    await secrets('second-key', 'set', 'keyed_token');
    expect(await fingerprint()).toBe(hashOf('second-key'));
    await gateway.services.setCredential('KEYED_TOKEN', 'third-key');
    expect(await fingerprint()).toBe(hashOf('third-key'));
  });

  test('counts uses and tells who uses a key', async () => {
    const { list } = await gateway.services.credentials();
    expect(list).toMatchObject([
      { name: 'KEYED_TOKEN', source: 'keychain', usedBy: ['keyed'] },
      { name: 'WIKI_TOKEN', source: 'missing', usedBy: ['wiki'] },
    ]);
    expect(list[0]?.uses).toBeGreaterThanOrEqual(3);
    expect(list[0]?.lastUsedAt).toBeGreaterThan(0);
  });

  test('renames a key with what names it, and keeps its count', async () => {
    await secrets('wiki-key', 'set', 'WIKI_TOKEN');
    await expect(client.call('wiki_nothing')).resolves.toMatchObject({ isError: true });
    const file = home.read('backends.yaml');
    const wiki = async () =>
      (await gateway.services.credentials()).list.find(({ usedBy }) => usedBy.includes('wiki'));
    const uses = (await wiki())?.uses ?? 0;
    expect(uses).toBeGreaterThan(0);
    await gateway.services.renameCredential('WIKI_TOKEN', 'wiki_key');
    expect(home.read('backends.yaml')).toBe(
      file.replace('api_key_env: wiki_token', 'api_key_env: WIKI_KEY'),
    );
    expect(await wiki()).toMatchObject({ name: 'WIKI_KEY', source: 'keychain', usedBy: ['wiki'] });
    expect((await wiki())?.uses).toBeGreaterThanOrEqual(uses);
    expect(await secrets('', 'rename', 'WIKI_KEY', 'WIKI_TOKEN')).toBe(
      'WIKI_KEY is called WIKI_TOKEN now\n',
    );
    expect(home.read('backends.yaml')).toContain('api_key_env: WIKI_TOKEN # see the wiki');
  });

  test('leaves a key its name that a program reads it by', async () => {
    await expect(gateway.services.renameCredential('KEYED_TOKEN', 'NEW')).rejects.toThrow(
      /program of "keyed" reads its key from the variable "KEYED_TOKEN"/,
    );
    expect(await fingerprint()).toBe(hashOf('third-key'));
  });

  test('renames nothing over another key, and no key of the environment', async () => {
    await secrets('other-key', 'set', 'OTHER');
    const file = home.read('backends.yaml');
    await expect(gateway.services.renameCredential('WIKI_TOKEN', 'other')).rejects.toThrow(
      /There is a credential "OTHER" already/,
    );
    await expect(gateway.services.renameCredential('WIKI_TOKEN', 'a b')).rejects.toThrow(
      /letters, digits and underscores/,
    );
    await expect(gateway.services.renameCredential('NOWHERE', 'X')).rejects.toThrow(
      /no credential "NOWHERE"/,
    );
    expect(home.read('backends.yaml')).toBe(file);
    const shown = await secrets('', 'list');
    expect(shown).toMatch(/KEYED_TOKEN +keychain +used by keyed; used \d+ times/);
    expect(shown).toMatch(/OTHER +keychain +not used by anything; never used/);
    expect(shown).not.toMatch(/(first|second|third|other|wiki)-key/);
  });
});
