import { problemsOf } from '../config/ask-config.ts';
import path from 'node:path';
import { z } from 'zod';
import { ConfigStore } from '../config/config-store.ts';
import { CredentialIndex } from '../gateway/credentials/credential-index.ts';
import { CredentialUses } from '../gateway/credentials/credential-uses.ts';
import { Credentials, type CredentialInfo } from '../gateway/credentials/credentials.ts';
import { KeytarKeychain } from '../gateway/credentials/keytar-keychain.ts';
import { credentialUsers, type CredentialUser } from '../services/credential-users.ts';
import { renameCredential } from '../services/rename-credential.ts';
import { alignColumns } from './align-columns.ts';
import type { Command } from './command.ts';
import { commandWorld, type CommandWorld } from './command-world.ts';
import { ControlConnection } from './control-connection.ts';
import { jsonOption } from './list-json.ts';
import { parseVerb } from './parse-verb.ts';
import { print } from './print.ts';
import { printJsonList, printList } from './print-list.ts';
import { readSecret } from './read-secret.ts';

const usage = `Usage: toolmesh secrets [list] [--json]     names, where each is kept, who uses it and how often; never a key
       toolmesh secrets set NAME            also to replace it; the key is read from stdin, or asked for without showing it
       toolmesh secrets rename NAME NEW     entries that name it are edited with it
       toolmesh secrets remove NAME

Keys are kept in the keychain of the operating system. A backend names one in api_key_env.
--json prints a list of { name, source, usedBy, uses, lastUsedAt }: source is keychain, environment or missing.`;

const verbs = {
  list: { options: ['json'] },
  set: { needs: ['NAME'] },
  rename: { needs: ['NAME', 'NEW'] },
  remove: { needs: ['NAME'] },
} as const;

export const secretsCommand: Command = {
  usage,
  async run(args) {
    const { verb, words, values } = parseVerb(args, jsonOption, verbs, 'list');
    const [name = '', newName = ''] = words;
    const world = commandWorld();
    const { env, paths } = world;
    const uses = new CredentialUses(path.join(paths.dataFolder, 'credential-uses.json'), Date.now);
    const credentials = new Credentials({
      env,
      keychain: new KeytarKeychain(),
      index: new CredentialIndex(path.join(paths.dataFolder, 'credentials.json')),
      uses,
    });
    switch (verb) {
      case 'list':
        return list(credentials, world, values.json);
      case 'set':
        await credentials.set(name, await readSecret());
        await tellGateway(world, name);
        await print(`${name} is in the keychain${await whoNames(world, name)}`);
        return 0;
      case 'rename': {
        const config = await ConfigStore.open(paths, env);
        const { backendsFile } = paths;
        const to = newName;
        await renameCredential({ config, credentials, uses, backendsFile }, name, to);
        await print(`${name} is called ${to} now`);
        return 0;
      }
      case 'remove':
        await credentials.remove(name);
        await tellGateway(world, name);
        await print(`${name} is no longer in the keychain${await whoMisses(world, name)}`);
        return 0;
    }
  },
};

interface SecretRow {
  readonly name: string;
  readonly source: CredentialInfo['source'] | 'missing';
  readonly usedBy: readonly string[];
  readonly uses: number;
  readonly lastUsedAt: string | null;
}

async function list(
  credentials: Credentials,
  { paths, env }: CommandWorld,
  asJson: boolean,
): Promise<number> {
  const { current } = await ConfigStore.open(paths, env);
  const users = credentialUsers(current);
  const rows = secretRows(await credentials.list(), users);
  // Who uses a key cannot be told from a file that cannot be read.
  const unread = [
    ...problemsOf(current, paths.backendsFile),
    ...[...current.unitProblems.values()].flat(),
  ];
  if (asJson) return printJsonList(rows, unread);
  const whenEmpty =
    'No backend names a key and none is kept; "toolmesh secrets set NAME" keeps one';
  return printList(alignColumns(rows.map(cells), [31, 13]), whenEmpty, unread);
}

/** The known ones, then those that are named and missing. */
function secretRows(
  known: readonly CredentialInfo[],
  users: readonly CredentialUser[],
): readonly SecretRow[] {
  const usedBy = (name: string): readonly string[] =>
    users.filter((user) => user.name === name).map(({ user }) => user);
  const missing = new Set(users.map(({ name }) => name));
  for (const { name } of known) missing.delete(name);
  return [
    ...known.map(({ name, source, uses, lastUsedAt }) => ({
      ...{ name, source, usedBy: usedBy(name), uses },
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    })),
    ...[...missing].sort().map((name) => ({
      ...{ name, source: 'missing' as const, usedBy: usedBy(name), uses: 0, lastUsedAt: null },
    })),
  ];
}

function cells({ name, source, usedBy, uses, lastUsedAt }: SecretRow): readonly string[] {
  const users = usedBy.length === 0 ? 'not used by anything' : `used by ${usedBy.join(', ')}`;
  const times = uses === 1 ? 'once' : `${uses} times`;
  const used = lastUsedAt === null ? 'never used' : `used ${times}, last ${lastUsedAt}`;
  return [name, source, source === 'missing' ? users : `${users}; ${used}`];
}

async function usersOf({ paths, env }: CommandWorld, name: string): Promise<readonly string[]> {
  const users = credentialUsers((await ConfigStore.open(paths, env)).current);
  return users.filter((user) => user.name === name.toUpperCase()).map(({ user }) => user);
}

async function whoNames(world: CommandWorld, name: string): Promise<string> {
  const users = await usersOf(world, name);
  return users.length > 0
    ? `; ${users.join(', ')} will use it`
    : '; no backend names it yet, that is done with api_key_env in its entry';
}

async function whoMisses(world: CommandWorld, name: string): Promise<string> {
  const users = await usersOf(world, name);
  return users.length === 0 ? '' : `; ${users.join(', ')} still names it`;
}

/** A running gateway would otherwise go on with the old key for a while, and a child of it for ever. */
async function tellGateway({ paths }: CommandWorld, name: string): Promise<void> {
  const control = await ControlConnection.open(paths.socket);
  if (control === undefined) return;
  try {
    await control.ask('credentials.changed', name, z.null());
  } finally {
    await control.close();
  }
}
