import { loadPolicies } from '../config/load-policies.ts';
import { disablePolicy, enablePolicy, listShippedPolicies } from '../services/shipped-policies.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { expectNoJson, jsonOption, printJson } from './list-json.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh policies [list] [--json]
       toolmesh policies enable NAME     copies a shipped policy into the policies folder
       toolmesh policies disable NAME    renames it there to NAME.js.off

Policies are JavaScript files that see every call before and after it runs; throwing an Error denies it.
They run in the order of their names.
--json prints a list of { name, state, detail }: state is on, off or broken, detail what is broken or what a
shipped policy is for.`;

const verbs = ['list', 'enable', 'disable'];

export const policiesCommand: Command = {
  usage,
  async run(args) {
    const { words, values } = parseArguments(args, jsonOption, { least: 0, most: 2 });
    const [verb = 'list', name] = words;
    const { paths, shipped } = commandWorld();
    if (!verbs.includes(verb)) {
      throw new UsageError(`unknown verb "${verb}"${nearestHint(verb, verbs)}`);
    }
    if (verb === 'list') {
      const rows = await policyRows(paths.policiesFolder, shipped.policies);
      if (values.json) await printJson(rows);
      else for (const row of rows) await print(`${row.name.padEnd(24)} ${stateOf(row)}`);
      return 0;
    }
    expectNoJson(values.json, verb);
    if (name === undefined) throw new UsageError('NAME is missing');
    const file =
      verb === 'enable'
        ? await enablePolicy(shipped.policies, paths.policiesFolder, name)
        : await disablePolicy(paths.policiesFolder, name);
    await print(verb === 'enable' ? `${file} is in force` : `${file} is no longer in force`);
    return 0;
  },
};

interface PolicyRow {
  readonly name: string;
  readonly state: 'on' | 'off' | 'broken';
  readonly detail: string;
}

/** Those of the user in the order they run, then the shipped ones that are not in force. */
async function policyRows(own: string, shipped: string): Promise<readonly PolicyRow[]> {
  const { policies } = await loadPolicies(own);
  const taken = new Set(policies.map(({ name }) => name));
  const others = (await listShippedPolicies(shipped)).map(({ name, summary }): PolicyRow => ({
    name: `${name}.js`,
    state: 'off',
    detail: summary,
  }));
  return [
    ...policies.map(({ name, broken }): PolicyRow =>
      broken === undefined
        ? { name, state: 'on', detail: '' }
        : { name, state: 'broken', detail: broken },
    ),
    ...others.filter(({ name }) => !taken.has(name)),
  ];
}

function stateOf({ state, detail }: PolicyRow): string {
  if (state === 'broken') return detail;
  return state === 'on' ? state : `off; ${detail}`;
}
