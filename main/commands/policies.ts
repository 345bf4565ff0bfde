import { loadPolicies } from '../config/load-policies.ts';
import { disablePolicy, enablePolicy, listShippedPolicies } from '../services/shipped-policies.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh policies [list]
       toolmesh policies enable NAME     copies a shipped policy into the policies folder
       toolmesh policies disable NAME    renames it there to NAME.js.off

Policies are JavaScript files that see every call before and after it runs; throwing an Error denies it.
They run in the order of their names.`;

const verbs = ['list', 'enable', 'disable'];

export const policiesCommand: Command = {
  usage,
  async run(args) {
    const { words } = parseArguments(args, {}, { least: 0, most: 2 });
    const [verb = 'list', name] = words;
    const { paths, shipped } = commandWorld();
    if (!verbs.includes(verb)) {
      throw new UsageError(`unknown verb "${verb}"${nearestHint(verb, verbs)}`);
    }
    if (verb === 'list') {
      const { policies } = await loadPolicies(paths.policiesFolder);
      for (const policy of policies) {
        await print(
          `${policy.name.padEnd(24)} ${policy.broken === undefined ? 'on' : policy.broken}`,
        );
      }
      const taken = new Set(policies.map((policy) => policy.name));
      for (const policy of await listShippedPolicies(shipped.policies)) {
        if (!taken.has(`${policy.name}.js`)) {
          await print(`${`${policy.name}.js`.padEnd(24)} off; ${policy.summary}`);
        }
      }
      return 0;
    }
    if (name === undefined) throw new UsageError('NAME is missing');
    const file =
      verb === 'enable'
        ? await enablePolicy(shipped.policies, paths.policiesFolder, name)
        : await disablePolicy(paths.policiesFolder, name);
    await print(verb === 'enable' ? `${file} is in force` : `${file} is no longer in force`);
    return 0;
  },
};
