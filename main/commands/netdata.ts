import { disabledUnits } from '../config/ask-config.ts';
import { netdataDraft } from '../contract/backend-services.ts';
import { netdataUrl } from '../contract/choices.ts';
import { backendServices } from './backends/backend-services.ts';
import { printTest } from './backends/print-test.ts';
import type { GatewayParts } from '../services/run-gateway.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseVerb } from './parse-verb.ts';
import { print } from './print.ts';
import { withParts } from './with-parts.ts';
import { jsonOption } from './list-json.ts';

const usage = `Usage: toolmesh netdata test [--url URL]   connect once and print version, nodes and tools
       toolmesh netdata add [--url URL]    test it, then add the unit "netdata" for it

Options: --url URL   of the agent or parent, ${netdataUrl} unless told
         --json      answer as JSON

An agent with bearer protection wants a key: toolmesh secrets set NETDATA_API_KEY.`;

const verbs = { test: { options: ['url', 'json'] }, add: { options: ['url', 'json'] } } as const;

// A unit that was there before may be switched off.
function nextStep({ config }: GatewayParts): string {
  return disabledUnits(config.current).includes('netdata')
    ? 'it is switched off, switch it on with: toolmesh units enable netdata'
    : 'try it with: toolmesh call netdata_health_summary';
}

// What people have at hand is the address of the agent's own page.
function addressHint(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === '/'
    ? `An agent listens below /mcp: --url ${origin}/mcp`
    : 'Does the agent run there? --url names another address';
}

export const netdataCommand: Command = {
  usage,
  async run(args) {
    const options = { url: { type: 'string', default: netdataUrl }, ...jsonOption } as const;
    const { values, verb } = parseVerb(args, options, verbs);
    const draft = netdataDraft.safeParse({ url: values.url });
    if (!draft.success) throw new UsageError(`--url is an http or https URL, got "${values.url}"`);
    const world = commandWorld();
    return withParts(world, async (parts) => {
      const services = backendServices(parts, world);
      const code = await printTest(await services.testNetdata(draft.data), values.json);
      if (code !== 0 && !values.json) process.stderr.write(`${addressHint(draft.data.url)}\n`);
      if (verb === 'test' || code !== 0) return code;
      await services.addNetdata(draft.data);
      if (!values.json)
        await print(`The unit netdata is in ${world.paths.unitsFolder}; ${nextStep(parts)}`);
      return 0;
    });
  },
};
