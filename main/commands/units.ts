import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { expectNoJson, jsonOption } from './list-json.ts';
import { parseArguments } from './parse-arguments.ts';
import type { UnitVerb } from './units/unit-verb.ts';

const usage = `Usage: toolmesh units [list] [--json]
       toolmesh units enable NAME          switch a unit on; one that ships with ToolMesh is copied first
       toolmesh units disable NAME         switch it off; its files stay
       toolmesh units promote NAME TOOL    show a tool at the top level
       toolmesh units demote NAME TOOL     reach it through code mode only

       toolmesh units new NAME             write a unit to start from, with tests
       toolmesh units check [DIR]          check one unit's folder, without its backends
       toolmesh units test [DIR]           run its tests/*.yaml; recordings answer for the backends
       toolmesh units record NAME TOOL [JSON]   call a tool and keep what its backends answered
       toolmesh units types NAME           write api.d.ts, so that editors complete api.<backend>.

A running gateway follows at once. DIR is the current folder when it is left out.
--json prints a list of { name, state, folder, summary }: state is on, off, error or shipped; a shipped unit
has a summary, the others a folder.`;

interface Verb {
  /** What must follow, and how many more words may. */
  readonly words: readonly string[];
  readonly more?: number;
  readonly load: () => Promise<UnitVerb>;
}

const verbs: Readonly<Record<string, Verb>> = {
  list: { words: [], load: async () => (await import('./units/switch-units.ts')).listUnits },
  enable: {
    words: ['NAME'],
    load: async () => (await import('./units/switch-units.ts')).enableUnit,
  },
  disable: {
    words: ['NAME'],
    load: async () => (await import('./units/switch-units.ts')).disableUnit,
  },
  promote: {
    words: ['NAME', 'TOOL'],
    load: async () => (await import('./units/switch-units.ts')).promoteTool,
  },
  demote: {
    words: ['NAME', 'TOOL'],
    load: async () => (await import('./units/switch-units.ts')).demoteTool,
  },
  new: { words: ['NAME'], load: async () => (await import('./units/new-unit.ts')).newUnit },
  check: {
    words: [],
    more: 1,
    load: async () => (await import('./units/check-unit.ts')).checkUnit,
  },
  test: { words: [], more: 1, load: async () => (await import('./units/test-unit.ts')).testUnit },
  record: {
    words: ['NAME', 'TOOL'],
    more: 1,
    load: async () => (await import('./units/record-unit.ts')).recordUnit,
  },
  types: { words: ['NAME'], load: async () => (await import('./units/write-types.ts')).writeTypes },
};

export const unitsCommand: Command = {
  usage,
  async run(args) {
    const { words, values } = parseArguments(args, jsonOption, { least: 0, most: 4 });
    const [name = 'list', ...rest] = words;
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (verb === undefined)
      throw new UsageError(`unknown verb "${name}"${nearestHint(name, Object.keys(verbs))}`);
    const missing = verb.words[rest.length];
    if (missing !== undefined) throw new UsageError(`${missing} is missing`);
    const extra = rest[verb.words.length + (verb.more ?? 0)];
    if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`);
    if (name !== 'list') expectNoJson(values.json, name);
    const run = await verb.load();
    return run(commandWorld(), rest, values.json);
  },
};
