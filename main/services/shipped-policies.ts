import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { GatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';

export interface ShippedPolicy {
  /** Without `.js`. */
  readonly name: string;
  /** The first line of the file. */
  readonly summary: string;
}

export async function listShippedPolicies(folder: string): Promise<readonly ShippedPolicy[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js')).sort();
  return Promise.all(
    files.map(async (file) => {
      const [first = ''] = (await readFile(path.join(folder, file), 'utf8')).split('\n');
      return { name: file.slice(0, -3), summary: first.replace(/^\/\/\s*/, '') };
    }),
  );
}

/** Copies a shipped policy to the user's, who may change it; an own file is never touched. */
export async function enablePolicy(shipped: string, own: string, name: string): Promise<string> {
  const known = await listShippedPolicies(shipped);
  const plain = name.replace(/\.js$/, '');
  if (!known.some((policy) => policy.name === plain)) {
    const names = known.map((policy) => policy.name);
    const hint = nearestHint(plain, names) || `; there are ${names.join(', ')}`;
    throw new GatewayError('invalid-arguments', `There is no shipped policy "${plain}"${hint}`);
  }
  await mkdir(own, { recursive: true });
  const target = path.join(own, `${plain}.js`);
  const source = path.join(shipped, `${plain}.js`);
  await copyFile(source, target, constants.COPYFILE_EXCL).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new GatewayError('invalid-arguments', `${target} is there already and in force`);
  });
  return target;
}

/** Puts a policy out of force and keeps its text. */
export async function disablePolicy(own: string, name: string): Promise<string> {
  const file = path.join(own, name.endsWith('.js') ? name : `${name}.js`);
  if (path.dirname(file) !== path.normalize(own)) {
    throw new GatewayError('invalid-arguments', `"${name}" is no name of a policy`);
  }
  await rename(file, `${file}.off`).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new GatewayError(
      'invalid-arguments',
      `There is no policy ${file}, so it is not in force; "toolmesh policies" lists those that are`,
    );
  });
  return file;
}
