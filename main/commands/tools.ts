import type { TokenEconomyView } from '../contract/token-economy.ts';
import { measureEconomy } from '../services/measure-economy.ts';
import { runGateway } from '../services/run-gateway.ts';
import { clientLabel } from './client-label.ts';
import type { Command } from './command.ts';
import { commandWorld, type CommandWorld } from './command-world.ts';
import { ownLabel, withGateway } from './mcp-connection.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';
import { jsonOption, printJson } from './list-json.ts';

const usage = `Usage: toolmesh tools [--client ID] [--cost [--json]]

Prints the tools that this client sees, as JSON: exactly what tools/list answers.
--cost prints instead what the list costs this client in every form, counted by a tokenizer, and what the
tools of private backends would have cost.`;

export const toolsCommand: Command = {
  usage,
  async run(args) {
    const { values } = parseArguments(args, {
      client: { type: 'string' },
      cost: { type: 'boolean', default: false },
      ...jsonOption,
    });
    const label = clientLabel(values.client);
    const world = commandWorld();
    if (values.cost) {
      const view = await economyOf(world, label ?? ownLabel);
      await (values.json ? printJson(view) : print(economyText(view)));
      return 0;
    }
    const { tools } = await withGateway(world, label, (client) => client.listTools());
    await printJson(tools);
    if (tools.length === 0)
      process.stderr.write(
        'This client sees no tool; "toolmesh units" lists what can be switched on\n',
      );
    return 0;
  },
};

/** Looks for itself, as `check` does: the lists follow from the files and the backends alone. */
async function economyOf(world: CommandWorld, client: string): Promise<TokenEconomyView> {
  const parts = await runGateway({
    ...world,
    logger: { log: () => undefined },
    audit: noAudit,
    sandboxHost: world.shipped.sandboxHost,
    jqWorker: world.shipped.jqWorker,
  });
  try {
    await parts.registry.allAttempts();
    // Loaded only here: the tokenizer's table takes a moment and some memory.
    const { countTokens } = await import('../gateway/audit/count-tokens.ts');
    return await measureEconomy(parts, client, countTokens);
  } finally {
    await parts.close();
  }
}

// Nothing is called, so there is nothing to keep.
const noAudit = {
  write: () => undefined,
  count: () => undefined,
  fill: () => undefined,
  retain: () => undefined,
  countTokens: () => Promise.resolve(undefined),
};

function economyText(view: TokenEconomyView): string {
  const { client, current, forms, hidden, recommended, comparedWith, savedPercent } = view;
  const reason =
    savedPercent > 0
      ? `takes ${savedPercent} % fewer tokens than ${comparedWith}`
      : `costs about the same as ${comparedWith} and needs no search first`;
  const hasTools = forms.some(({ form, tools }) => form === 'flat' && tools > 0);
  const number = (value: number): string => value.toLocaleString('en-US').padStart(10);
  const row = (name: string, cost: TokenEconomyView['hidden'], note = ''): string =>
    `${name.padEnd(18)}${number(cost.tools)}${number(cost.bytes)}${number(cost.tokens)}${note}`;
  return [
    `client ${client}, now ${current}`,
    `${''.padEnd(18)}${'tools'.padStart(10)}${'bytes'.padStart(10)}${'tokens'.padStart(10)}`,
    ...forms.map(({ form, servedAs, ...cost }) =>
      row(form, cost, servedAs === null ? '' : `  too many tools, served as ${servedAs}`),
    ),
    row('hidden in units', hidden),
    // Without a tool every form is empty, and the emptiest one no advice.
    hasTools ? `Recommended: ${recommended}; it ${reason}` : 'No unit or backend has a tool yet',
  ].join('\n');
}
