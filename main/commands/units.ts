import { ConfigStore } from '../config/config-store.ts';
import { editDisabled, editPromoted } from '../config/edit-files.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { copyExample, listExamples } from '../services/example-units.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld, type CommandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh units [list]
       toolmesh units enable NAME          switch a unit on; one that ships with ToolMesh is copied first
       toolmesh units disable NAME         switch it off; its files stay
       toolmesh units promote NAME TOOL    show a tool at the top level
       toolmesh units demote NAME TOOL     reach it through code mode only

A running gateway follows at once.`;

export const unitsCommand: Command = {
  usage,
  async run(args) {
    const { words } = parseArguments(args, {}, { least: 0, most: 3 });
    const [verb = 'list', name, tool] = words;
    const world = commandWorld();
    switch (verb) {
      case 'list':
        return await list(world);
      case 'enable':
        return await enable(world, required(name, 'NAME'));
      case 'disable':
        return await disable(world, required(name, 'NAME'));
      case 'promote':
      case 'demote':
        return await promote(
          world,
          required(name, 'NAME'),
          required(tool, 'TOOL'),
          verb === 'promote',
        );
      default:
        throw new UsageError(
          `unknown verb "${verb}"${nearestHint(verb, ['list', 'enable', 'disable', 'promote', 'demote'])}`,
        );
    }
  },
};

async function list({ paths, env, shipped }: CommandWorld): Promise<number> {
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
}

async function enable({ paths, env, shipped }: CommandWorld, name: string): Promise<number> {
  const { current } = await ConfigStore.open(paths, env);
  const known = [...current.units, ...current.brokenUnits].some((unit) => unit.name === name);
  if (!known) await copyExample(shipped.units, paths.unitsFolder, name);
  await editDisabled(paths.settingsFile, name, false);
  await print(known ? `${name} is on` : `${name} was copied to ${paths.unitsFolder} and is on`);
  return 0;
}

async function disable(world: CommandWorld, name: string): Promise<number> {
  await unitFile(world, name);
  await editDisabled(world.paths.settingsFile, name, true);
  await print(`${name} is off`);
  return 0;
}

async function promote(
  world: CommandWorld,
  name: string,
  tool: string,
  promoted: boolean,
): Promise<number> {
  await editPromoted(await unitFile(world, name), tool, promoted);
  await print(
    promoted
      ? `${name}_${tool} is shown at the top level`
      : `${name}_${tool} is reached through code mode`,
  );
  return 0;
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

function required(word: string | undefined, what: string): string {
  if (word === undefined) throw new UsageError(`${what} is missing`);
  return word;
}
