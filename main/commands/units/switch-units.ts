import path from 'node:path';
import { ConfigStore } from '../../config/config-store.ts';
import { editDisabled, editPromoted } from '../../config/edit-files.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import { copyExample, listExamples } from '../../services/example-units.ts';
import type { CommandWorld } from '../command-world.ts';
import { printJson } from '../list-json.ts';
import { print } from '../print.ts';
import { absentBackend, loadGlue } from './load-glue.ts';
import type { UnitVerb } from './unit-verb.ts';

interface UnitRow {
  readonly name: string;
  readonly state: 'on' | 'off' | 'error' | 'shipped';
  readonly folder?: string;
  readonly summary?: string;
}

export const listUnits: UnitVerb = async (world, _words, asJson) => {
  const rows = await unitRows(world);
  if (asJson) await printJson(rows);
  else
    for (const { name, state, folder, summary } of rows)
      await print(`${name.padEnd(20)}${state.padEnd(9)}${folder ?? summary ?? ''}`.trimEnd());
  return 0;
};

async function unitRows({ paths, env, shipped }: CommandWorld): Promise<readonly UnitRow[]> {
  const { units, brokenUnits, settings } = (await ConfigStore.open(paths, env)).current;
  const off = settings?.units.disabled ?? [];
  const examples = await listExamples(shipped.units, paths.unitsFolder);
  return [
    ...units.map(({ name, folder }): UnitRow => ({
      ...{ name, state: off.includes(name) ? 'off' : 'on', folder },
    })),
    ...brokenUnits.map(({ name, folder }): UnitRow => ({ name, state: 'error', folder })),
    ...examples.map(({ name, summary }): UnitRow => ({ name, state: 'shipped', summary })),
  ];
}

export const enableUnit: UnitVerb = async ({ paths, env, shipped }, [name = '']) => {
  const { current } = await ConfigStore.open(paths, env);
  const known = [...current.units, ...current.brokenUnits].some((unit) => unit.name === name);
  if (!known) await copyExample(shipped.units, paths.unitsFolder, name);
  await editDisabled(paths.settingsFile, name, false);
  await print(known ? `${name} is on` : `${name} was copied to ${paths.unitsFolder} and is on`);
  return 0;
};

export const disableUnit: UnitVerb = async (world, [name = '']) => {
  await unitFile(world, name);
  await editDisabled(world.paths.settingsFile, name, true);
  await print(`${name} is off`);
  return 0;
};

export const promoteTool: UnitVerb = async (world, [name = '', tool = '']) => {
  const file = await unitFile(world, name);
  const names = await toolNames(world, path.dirname(file));
  // Glue that is broken at the moment may have had the tool.
  if (names.length > 0 && !names.includes(tool)) {
    const hint = nearestHint(tool, names) || `; it has ${names.join(', ')}`;
    throw new GatewayError('unknown-tool', `Unit "${name}" has no tool "${tool}"${hint}`);
  }
  await editPromoted(file, tool, true);
  await print(`${name}_${tool} is shown at the top level`);
  return 0;
};

export const demoteTool: UnitVerb = async (world, [name = '', tool = '']) => {
  await editPromoted(await unitFile(world, name), tool, false);
  await print(`${name}_${tool} is reached through code mode`);
  return 0;
};

async function toolNames(world: CommandWorld, folder: string): Promise<readonly string[]> {
  const loaded = await loadGlue(world, folder, absentBackend);
  if ('problems' in loaded) return [];
  const names = loaded.unit.tools().map((tool) => tool.name);
  await loaded.close();
  return names;
}

async function unitFile({ paths, env }: CommandWorld, name: string): Promise<string> {
  const { units } = (await ConfigStore.open(paths, env)).current;
  const unit = units.find((candidate) => candidate.name === name);
  if (unit !== undefined) return unit.file;
  const names = units.map((candidate) => candidate.name);
  throw new GatewayError(
    'config-invalid',
    `There is no unit "${name}" in ${paths.unitsFolder}${nearestHint(name, names)}`,
  );
}
