import path from 'node:path';
import { Refusal } from '../refusal.ts';
import type { Client, ClientPlace } from '../registry/client-schema.ts';
import { expandPath, type ClientWorld } from './expand-path.ts';

/** One file in which a client looks for entries. */
export interface Target {
  readonly file: string;
  /** The client's own folder; nothing above it is ever created. */
  readonly folder: string;
  readonly kind: ClientPlace['kind'] | 'override';
  readonly exists: boolean;
}

const systems: Readonly<Partial<Record<NodeJS.Platform, keyof Client['places']>>> = {
  darwin: 'mac',
  win32: 'win',
  linux: 'linux',
};

/** A part of the client is on this machine, whether or not it ever had a file. */
export async function isDetected(client: Client, world: ClientWorld): Promise<boolean> {
  for (const probe of client.detect) {
    if (
      probe.startsWith('cmd:') ? await isOnPath(probe.slice(4), world) : await isThere(probe, world)
    )
      return true;
  }
  return false;
}

/** Files an entry goes to, in the order of writing, plus profiles, which are written on request only. */
export async function resolveTargets(
  client: Client,
  world: ClientWorld,
): Promise<readonly Target[]> {
  const system = systems[world.platform] ?? 'linux';
  // A desktop app does not see the shell's variables, so a default file that is there is kept up, too.
  const moved = await overrideTargets(client, world);
  const found: Target[] = [...moved];
  for (const place of client.places[system] ?? []) {
    const targets = await placeTargets(place, world);
    const usable = targets.filter((target) => {
      const isSecond = moved.length > 0 || (place.kind === 'beside-package' && hasPackage(found));
      return target.exists || !isSecond;
    });
    found.push(...usable.filter((target) => found.every(({ file }) => file !== target.file)));
  }
  const chosen = client.pick === 'first' ? found.slice(0, 1) : found;
  return onePackage(client, chosen);
}

async function placeTargets(place: ClientPlace, world: ClientWorld): Promise<readonly Target[]> {
  const folders = await expandPath(place.folder, world);
  const targets = await Promise.all(
    folders.map(async (folder): Promise<Target | undefined> => {
      if ((await world.files.kind(folder)) !== 'folder') return undefined;
      const files = await filesBelow(place, folder, world);
      const present = await Promise.all(files.map((file) => world.files.kind(file)));
      const index = present.findIndex((kind) => kind !== 'absent');
      const file = files[Math.max(index, 0)];
      return file === undefined
        ? undefined
        : { file, folder, kind: place.kind, exists: index !== -1 };
    }),
  );
  return targets.filter((target) => target !== undefined);
}

/** The file's template is filled in with the very folder that was found for it. */
async function filesBelow(
  { file, folder: template, alsoNamed = [] }: ClientPlace,
  folder: string,
  world: ClientWorld,
): Promise<readonly string[]> {
  const first = file.startsWith(`${template}/`)
    ? `${folder}${file.slice(template.length)}`
    : ((await expandPath(file, world))[0] ?? '');
  if (first === '') return [];
  const native =
    world.platform === 'win32' && path.sep === '\\' ? first.replaceAll('/', '\\') : first;
  return [native, ...alsoNamed.map((name) => path.join(path.dirname(native), name))];
}

async function overrideTargets(client: Client, world: ClientWorld): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const { variable, file } of client.overrides ?? []) {
    const value = world.env[variable] ?? '';
    if (value === '' || !path.isAbsolute(value)) continue;
    const moved = path.normalize(file.replace('{value}', value));
    const folder = file === '{value}' ? path.dirname(moved) : value;
    if ((await world.files.kind(folder)) !== 'folder') continue;
    const exists = (await world.files.kind(moved)) !== 'absent';
    targets.push({ file: moved, folder, kind: 'override', exists });
  }
  return targets;
}

function hasPackage(targets: readonly Target[]): boolean {
  return targets.some((target) => target.kind === 'package');
}

// Old packages leave their folders behind; the one with a file is the one that ran.
function onePackage(client: Client, targets: readonly Target[]): readonly Target[] {
  const packages = targets.filter((target) => target.kind === 'package');
  if (packages.length < 2) return targets;
  const used = packages.filter((target) => target.exists);
  if (used.length === 0)
    throw new Refusal(
      'ambiguous',
      `${client.label} has ${packages.length} package folders and no file in any; start it once`,
    );
  return targets.filter((target) => target.kind !== 'package' || target.exists);
}

async function isThere(template: string, world: ClientWorld): Promise<boolean> {
  for (const found of await expandPath(template, world))
    if ((await world.files.kind(found)) !== 'absent') return true;
  return false;
}

/** Where a program of that name lies on PATH. */
export async function findOnPath(program: string, world: ClientWorld): Promise<string | undefined> {
  const isWindows = world.platform === 'win32';
  const names = isWindows ? [`${program}.exe`, `${program}.cmd`] : [program];
  const search = world.env['PATH'] ?? world.env['Path'] ?? '';
  const folders = search.split(isWindows ? ';' : ':').filter((folder) => folder !== '');
  for (const folder of [...folders, path.join(world.home, '.local', 'bin')])
    for (const name of names) {
      const file = path.join(folder, name);
      if ((await world.files.kind(file)) === 'file') return file;
    }
  return undefined;
}

async function isOnPath(program: string, world: ClientWorld): Promise<boolean> {
  return (await findOnPath(program, world)) !== undefined;
}
