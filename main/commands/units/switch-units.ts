import path from 'node:path';
import { ConfigStore } from '../../config/config-store.ts';
import { editDisabled, editPromoted } from '../../config/edit-files.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import { copyExample, listExamples } from '../../services/example-units.ts';
import type { CommandWorld } from '../command-world.ts';
import { print } from '../print.ts';
import { absentBackend, loadGlue } from './load-glue.ts';
import type { UnitVerb } from './unit-verb.ts';

export const listUnits: UnitVerb = async ({ paths, env, shipped }) => {
  const { current } = await ConfigStore.open(paths, env);
  const off = current.settings?.units.disabled ?? [];
  for (const unit of current.units)
    await print(
      `${unit.name.padEnd(20)}${off.includes(unit.name) ? 'off' : 'on'}       ${unit.folder}`,
    );
  for (const unit of current.brokenUnits)
    await print(`${unit.name.padEnd(20)}error    ${unit.folder}`);
  for (const example of await listExamples(shipped.units, paths.unitsFolder)) {
    await print(`${example.name.padEnd(20)}shipped  ${example.summary}`);
  }
  return 0;
};

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
