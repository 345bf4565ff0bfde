import { netdataDraft } from '../contract/backend-services.ts';
import { netdataUrl } from '../contract/choices.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { backendServices } from './backends/backend-services.ts';
import { printTest } from './backends/print-test.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';
import { withParts } from './with-parts.ts';
import { jsonOption } from './list-json.ts';

const usage = `Usage: toolmesh netdata test [--url URL]   connect once and print version, nodes and tools
       toolmesh netdata add [--url URL]    test it, then add the unit "netdata" for it

Options: --url URL   of the agent or parent, ${netdataUrl} unless told
         --json      answer as JSON

An agent with bearer protection wants a key: toolmesh secrets set NETDATA_API_KEY.`;

const verbs = ['test', 'add'];

export const netdataCommand: Command = {
  usage,
  async run(args) {
    const { values, words } = parseArguments(
      args,
      { url: { type: 'string', default: netdataUrl }, ...jsonOption },
      { least: 0, most: 1 },
    );
    const [verb] = words;
    if (verb === undefined) throw new UsageError(`a verb (${verbs.join(', ')}) is missing`);
    if (!verbs.includes(verb))
      throw new UsageError(`unknown verb "${verb}"${nearestHint(verb, verbs)}`);
    const draft = netdataDraft.safeParse({ url: values.url });
    if (!draft.success) throw new UsageError(`--url is an http or https URL, got "${values.url}"`);
    const world = commandWorld();
    return withParts(world, async (parts) => {
      const services = backendServices(parts, world);
      const code = await printTest(await services.testNetdata(draft.data), values.json);
      if (code !== 0 && !values.json)
        process.stderr.write('Does the agent run there? --url names another address\n');
      if (verb === 'test' || code !== 0) return code;
      await services.addNetdata(draft.data);
      if (!values.json) await print(`The unit netdata is in ${world.paths.unitsFolder}`);
      return 0;
    });
  },
};
