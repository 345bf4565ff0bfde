import type { Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { withGateway } from './mcp-connection.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh tools [--client ID]

Prints the tools that this client sees, as JSON: exactly what tools/list answers.`;

export const toolsCommand: Command = {
  usage,
  async run(args) {
    const { values } = parseArguments(args, { client: { type: 'string' } });
    const { tools } = await withGateway(commandWorld(), values.client, (client) =>
      client.listTools(),
    );
    await print(JSON.stringify(tools, null, 2));
    return 0;
  },
};
