import type { Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { jsonOption } from './list-json.ts';
import { parseVerb, type VerbWords } from './parse-verb.ts';
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
--json prints a list of { name, state, folder, summary, problems }: state is on, off, error or shipped; a shipped
unit has a summary, the others a folder, one with errors its problems as "toolmesh check" prints them.`;

interface Verb extends VerbWords {
  readonly load: () => Promise<UnitVerb>;
}

const verbs = {
  list: {
    options: ['json'],
    load: async () => (await import('./units/list-units.ts')).listUnits,
  },
  enable: {
    needs: ['NAME'],
    load: async () => (await import('./units/switch-units.ts')).enableUnit,
  },
  disable: {
    needs: ['NAME'],
    load: async () => (await import('./units/switch-units.ts')).disableUnit,
  },
  promote: {
    needs: ['NAME', 'TOOL'],
    load: async () => (await import('./units/switch-units.ts')).promoteTool,
  },
  demote: {
    needs: ['NAME', 'TOOL'],
    load: async () => (await import('./units/switch-units.ts')).demoteTool,
  },
  new: { needs: ['NAME'], load: async () => (await import('./units/new-unit.ts')).newUnit },
  check: {
    more: 1,
    load: async () => (await import('./units/check-unit.ts')).checkUnit,
  },
  test: { more: 1, load: async () => (await import('./units/test-unit.ts')).testUnit },
  record: {
    needs: ['NAME', 'TOOL'],
    more: 1,
    load: async () => (await import('./units/record-unit.ts')).recordUnit,
  },
  types: { needs: ['NAME'], load: async () => (await import('./units/write-types.ts')).writeTypes },
} satisfies Readonly<Record<string, Verb>>;

export const unitsCommand: Command = {
  usage,
  async run(args) {
    const { verb, words, values } = parseVerb(args, jsonOption, verbs, 'list');
    const run = await verbs[verb].load();
    return run(commandWorld(), words, values.json);
  },
};
