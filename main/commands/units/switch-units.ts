import { disabledUnits } from '../../config/ask-config.ts';
import { ConfigStore } from '../../config/config-store.ts';
import { editDisabled, editPromoted } from '../../config/edit-files.ts';
import type { UnitDefinition } from '../../config/load-unit.ts';
import { formatProblem } from '../../config/problem.ts';
import { toPublicName } from '../../gateway/exposition/public-names.ts';
import { copyExample } from '../../services/example-units.ts';
import { expectToolOf } from '../../services/expect-tool-of.ts';
import { expectUnit, unitByName } from '../../services/unit-by-name.ts';
import type { CommandWorld } from '../command-world.ts';
import { print } from '../print.ts';
import { expectInForce } from '../settings-in-force.ts';
import { absentBackend, loadGlue } from './load-glue.ts';
import type { UnitVerb } from './unit-verb.ts';

export const enableUnit: UnitVerb = async (world, [name = '']) => {
  const { paths, env, shipped } = world;
  const config = await ConfigStore.open(paths, env);
  const { units, brokenUnits } = config.current;
  const names = [...units, ...brokenUnits].map((unit) => unit.name);
  const known = names.includes(name);
  if (!known) await copyExample(shipped.units, paths.unitsFolder, name, names);
  await editDisabled(paths.settingsFile, name, false);
  await expectInForce(world);
  await config.reload();
  const unit = config.current.units.find((each) => each.name === name);
  if (known)
    await print(unit === undefined ? `${name} is on, and cannot be loaded` : `${name} is on`);
  else await print(`${name} was copied to ${paths.unitsFolder} and is on${whatItAsks(unit)}`);
  const problems = brokenUnits.find((broken) => broken.name === name)?.problems ?? [];
  for (const problem of problems) await print(formatProblem(problem));
  return 0;
};

/** The services a unit that ships with us expects where its author has them. */
function whatItAsks(unit: UnitDefinition | undefined): string {
  if (unit === undefined || unit.backends.length === 0) return '';
  return `; "toolmesh backends" shows whether what it asks answers, ${unit.file} has the addresses`;
}

export const disableUnit: UnitVerb = async (world, [name = '']) => {
  const { paths, env } = world;
  const { current } = await ConfigStore.open(paths, env);
  expectUnit(current, paths.unitsFolder, name);
  await editDisabled(paths.settingsFile, name, true);
  await expectInForce(world);
  await print(`${name} is off`);
  return 0;
};

export const promoteTool: UnitVerb = async (world, [name = '', tool = '']) => {
  const until = await setPromoted(world, name, tool, true);
  await print(`${toPublicName(`${name}_${tool}`)} is shown at the top level${until}`);
  return 0;
};

export const demoteTool: UnitVerb = async (world, [name = '', tool = '']) => {
  const until = await setPromoted(world, name, tool, false);
  await print(`${toPublicName(`${name}_${tool}`)} is reached through code mode${until}`);
  return 0;
};

/** What else it takes for the change to be seen, to end the message with. */
async function setPromoted(
  world: CommandWorld,
  name: string,
  tool: string,
  promoted: boolean,
): Promise<string> {
  const { paths, env } = world;
  const { current } = await ConfigStore.open(paths, env);
  const unit = unitByName(current, paths.unitsFolder, name);
  expectToolOf(unit, tool, promoted, await toolNames(world, unit.folder));
  await editPromoted(unit.file, tool, promoted);
  const isOff = disabledUnits(current).includes(name);
  return isOff ? `, once the unit is on: toolmesh units enable ${name}` : '';
}

async function toolNames(world: CommandWorld, folder: string): Promise<readonly string[]> {
  const loaded = await loadGlue(world, folder, absentBackend);
  if ('problems' in loaded) return [];
  const names = loaded.unit.tools().map((tool) => tool.name);
  await loaded.close();
  return names;
}
