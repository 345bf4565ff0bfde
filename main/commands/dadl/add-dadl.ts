import { copyFile, mkdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { neededCredentials } from '../../backends/rest/auth/needed-credentials.ts';
import type { Dadl } from '../../backends/rest/dadl/model.ts';
import { parseDadl } from '../../backends/rest/dadl/parse-dadl.ts';
import { resolveBase } from '../../backends/rest/resolve-base.ts';
import { toolmeshRelease } from '../../backends/rest/toolmesh-release.ts';
import { addEntry } from '../../config/edit-entries.ts';
import { editFile } from '../../config/edit-files.ts';
import { loadDadl } from '../../config/load-dadl.ts';
import { backendName } from '../../config/schema/backend-entry.ts';
import { CredentialIndex } from '../../gateway/credentials/credential-index.ts';
import { Credentials } from '../../gateway/credentials/credentials.ts';
import { KeytarKeychain } from '../../gateway/credentials/keytar-keychain.ts';
import { countOf } from '../../platform/count-of.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { UsageError } from '../command.ts';
import type { CommandWorld } from '../command-world.ts';
import { print } from '../print.ts';
import { readSecret } from '../read-secret.ts';

export interface AddOptions {
  readonly file: string;
  readonly name: string | undefined;
  readonly url: string | undefined;
}

/** Makes a backend of a DADL file: the file goes into our folder, the entry into backends.yaml. */
export async function addDadl(
  { file, name, url }: AddOptions,
  world: CommandWorld,
): Promise<number> {
  const dadl = await read(path.resolve(file));
  const entryName = name ?? dadl.name;
  if (!backendName.safeParse(entryName).success)
    throw new UsageError(`"${entryName}" is no name of a backend; give one with --name`);
  const address = await addressOf(dadl, url);
  const copied = await copyInto(world.paths.dadlFolder, path.resolve(file));
  await editFile(world.paths.backendsFile, (text) =>
    addEntry(text, {
      name: entryName,
      transport: 'rest',
      dadl: copied,
      ...(address !== undefined && { url: address }),
    }),
  );
  await print(
    `${entryName} is a backend now: ${countOf(dadl.tools.size, 'tool')}, ${countOf(dadl.composites.size, 'composite')} (${world.paths.backendsFile})`,
  );
  await askForKeys(neededCredentials(dadl.auth), world);
  await print('"toolmesh backends" shows whether it answers');
  return 0;
}

async function read(file: string): Promise<Dadl> {
  const source = await loadDadl(file);
  const { dadl, errors } = parseDadl(source, { compatibleWith: toolmeshRelease, canStore: true });
  if (dadl !== undefined) return dadl;
  throw new GatewayError(
    'config-invalid',
    `${file}: ${errors[0]?.message ?? 'is not usable'}; toolmesh dadl check ${file} tells more`,
  );
}

/** The URL to write into the entry; undefined when the file's own is to be used. */
async function addressOf(dadl: Dadl, given: string | undefined): Promise<string | undefined> {
  const fromFile = resolveBase({ url: undefined, baseUrl: dadl.baseUrl, allowPrivate: true });
  const own = typeof fromFile === 'string' ? undefined : fromFile.href;
  const answer =
    given ?? (await ask(`URL of ${dadl.name}${own === undefined ? '' : ` [${own}]`}: `));
  if (answer === '' && own !== undefined) return undefined;
  const base = resolveBase({ url: answer, baseUrl: undefined, allowPrivate: true });
  if (typeof base === 'string')
    throw new UsageError(
      answer === ''
        ? 'the file does not say where the service is; give its URL with --url'
        : `"${answer}" is no http or https URL`,
    );
  return answer;
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) return '';
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return answer.trim();
}

/** The file's name inside the folder. A file of that name with another text is not replaced. */
async function copyInto(folder: string, file: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const inside = path.relative(await realpath(folder), await realpath(file));
  if (!inside.startsWith('..') && !path.isAbsolute(inside)) return inside.split(path.sep).join('/');
  const target = path.join(folder, path.basename(file));
  const there = await readFile(target, 'utf8').catch(() => undefined);
  if (there !== undefined && there !== (await readFile(file, 'utf8')))
    throw new GatewayError(
      'config-invalid',
      `${target} exists and is another file; rename yours, or remove it first`,
    );
  await copyFile(file, target);
  return path.basename(file);
}

async function askForKeys(names: readonly string[], { env, paths }: CommandWorld): Promise<void> {
  const credentials = new Credentials({
    env,
    keychain: new KeytarKeychain(),
    index: new CredentialIndex(path.join(paths.dataFolder, 'credentials.json')),
  });
  const known = new Set((await credentials.list()).map(({ name }) => name));
  for (const name of names.filter((one) => !known.has(one))) {
    const secret = process.stdin.isTTY
      ? (await readSecret(`${name} (not shown, empty to skip): `)).trim()
      : '';
    if (secret === '') await print(`the key ${name} is not set: toolmesh secrets set ${name}`);
    else await credentials.set(name, secret);
  }
}
