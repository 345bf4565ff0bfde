import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CredentialIndex } from '../gateway/credentials/credential-index.ts';
import { Credentials } from '../gateway/credentials/credentials.ts';
import { KeytarKeychain } from '../gateway/credentials/keytar-keychain.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh secrets [list]
       toolmesh secrets set NAME       the key is read from stdin, or asked for without showing it
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
    });
    switch (verb) {
      case 'list':
        for (const credential of await credentials.list())
          await print(`${credential.name.padEnd(30)}${credential.source}`);
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

function required(name: string | undefined): string {
  if (name === undefined) throw new UsageError('NAME is missing');
  return name;
}

async function readSecret(): Promise<string> {
  if (!process.stdin.isTTY) {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }
  process.stderr.write('Key (not shown): ');
  // A terminal that echoes nothing: what is typed must not stay on the screen.
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const secret = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return secret;
}
