import path from 'node:path';
import { CredentialIndex } from '../gateway/credentials/credential-index.ts';
import { CredentialUses } from '../gateway/credentials/credential-uses.ts';
import { Credentials, type CredentialInfo } from '../gateway/credentials/credentials.ts';
import { KeytarKeychain } from '../gateway/credentials/keytar-keychain.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';
import { readSecret } from './read-secret.ts';

const usage = `Usage: toolmesh secrets [list]
       toolmesh secrets set NAME       also to replace it; the key is read from stdin, or asked for without showing it
       toolmesh secrets remove NAME

Keys are kept in the keychain of the operating system. A backend names one in api_key_env.`;

export const secretsCommand: Command = {
  usage,
  async run(args) {
    const { words } = parseArguments(args, {}, { least: 0, most: 2 });
    const [verb = 'list', name] = words;
    const { env, paths } = commandWorld();
    const credentials = new Credentials({
      env,
      keychain: new KeytarKeychain(),
      index: new CredentialIndex(path.join(paths.dataFolder, 'credentials.json')),
      uses: new CredentialUses(path.join(paths.dataFolder, 'credential-uses.json'), Date.now),
    });
    switch (verb) {
      case 'list':
        for (const credential of await credentials.list()) await print(line(credential));
        return 0;
      case 'set':
        await credentials.set(required(name), await readSecret());
        await print(`${required(name)} is in the keychain`);
        return 0;
      case 'remove':
        await credentials.remove(required(name));
        await print(`${required(name)} is no longer in the keychain`);
        return 0;
      default:
        throw new UsageError(
          `unknown verb "${verb}"${nearestHint(verb, ['list', 'set', 'remove'])}`,
        );
    }
  },
};

function line({ name, source, uses, lastUsedAt }: CredentialInfo): string {
  const used =
    lastUsedAt === null
      ? 'never used'
      : `used ${uses} times, last ${new Date(lastUsedAt).toISOString()}`;
  return `${name.padEnd(30)} ${source.padEnd(12)} ${used}`;
}

function required(name: string | undefined): string {
  if (name === undefined) throw new UsageError('NAME is missing');
  return name;
}
