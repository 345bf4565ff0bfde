import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { GatewayError } from '../platform/gateway-error.ts';
import type { ExampleView } from '../contract/views.ts';
import { readmeSummary } from './readme-summary.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { pathExists } from '../platform/path-exists.ts';

/** Units that ship with the app and are not in the user's folder yet. */
export async function listExamples(
  shipped: string,
  unitsFolder: string,
): Promise<readonly ExampleView[]> {
  const views: ExampleView[] = [];
  for (const name of (await shippedNames(shipped)).sort()) {
    if (await pathExists(path.join(unitsFolder, name))) continue;
    views.push({ name, summary: await readmeSummary(path.join(shipped, name)) });
  }
  return views;
}

/** Copies a shipped unit into the user's folder. A folder of that name is never touched. */
export async function copyExample(
  shipped: string,
  unitsFolder: string,
  name: string,
  /** Names the user has already; one of them may be meant. */
  own: readonly string[] = [],
): Promise<void> {
  const names = await shippedNames(shipped);
  if (!names.includes(name)) {
    const hint =
      nearestHint(name, [...own, ...names]) || `; there is ${names.join(', ') || 'none'}`;
    throw new GatewayError(
      'config-invalid',
      `There is no unit "${name}" in ${unitsFolder}, and none of that name ships with ToolMesh${hint}`,
    );
  }
  const target = path.join(unitsFolder, name);
  if (await pathExists(target)) {
    throw new GatewayError(
      'config-invalid',
      `${target} exists already; it is yours and was not changed`,
    );
  }
  await mkdir(unitsFolder, { recursive: true });
  // Copied aside and renamed, so that the watcher never sees half a unit.
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    await cp(path.join(shipped, name), temporary, { recursive: true, errorOnExist: true });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function shippedNames(shipped: string): Promise<readonly string[] & string[]> {
  const names = await readdir(shipped).catch(() => []);
  const units: string[] = [];
  for (const name of names) {
    if (await pathExists(path.join(shipped, name, 'unit.yaml'))) units.push(name);
  }
  return units;
}
