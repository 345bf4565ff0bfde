import { ConfigStore } from '../../config/config-store.ts';
import { editDisabled, editPromoted } from '../../config/edit-files.ts';
import { toPublicName } from '../../gateway/exposition/public-names.ts';
import { copyExample, listExamples } from '../../services/example-units.ts';
import { expectToolOf } from '../../services/expect-tool-of.ts';
import { expectUnit, unitByName } from '../../services/unit-by-name.ts';
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
  const names = [...current.units, ...current.brokenUnits].map((unit) => unit.name);
  const known = names.includes(name);
  if (!known) await copyExample(shipped.units, paths.unitsFolder, name, names);
  await editDisabled(paths.settingsFile, name, false);
  await print(known ? `${name} is on` : `${name} was copied to ${paths.unitsFolder} and is on`);
  return 0;
};

export const disableUnit: UnitVerb = async ({ paths, env }, [name = '']) => {
  const { current } = await ConfigStore.open(paths, env);
  expectUnit(current, paths.unitsFolder, name);
  await editDisabled(paths.settingsFile, name, true);
  await print(`${name} is off`);
  return 0;
};

export const promoteTool: UnitVerb = async (world, [name = '', tool = '']) => {
  await setPromoted(world, name, tool, true);
  await print(`${toPublicName(`${name}_${tool}`)} is shown at the top level`);
  return 0;
};

export const demoteTool: UnitVerb = async (world, [name = '', tool = '']) => {
  await setPromoted(world, name, tool, false);
  await print(`${toPublicName(`${name}_${tool}`)} is reached through code mode`);
  return 0;
};

async function setPromoted(
  world: CommandWorld,
  name: string,
  tool: string,
  promoted: boolean,
): Promise<void> {
  const { paths, env } = world;
  const unit = unitByName((await ConfigStore.open(paths, env)).current, paths.unitsFolder, name);
  expectToolOf(unit, tool, promoted, await toolNames(world, unit.folder));
  await editPromoted(unit.file, tool, promoted);
}

async function toolNames(world: CommandWorld, folder: string): Promise<readonly string[]> {
  const loaded = await loadGlue(world, folder, absentBackend);
  if ('problems' in loaded) return [];
  const names = loaded.unit.tools().map((tool) => tool.name);
  await loaded.close();
  return names;
}
