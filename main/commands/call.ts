import { CallToolResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { withGateway } from './mcp-connection.ts';
import { parseArguments } from './parse-arguments.ts';
import { parseToolArguments } from './parse-tool-arguments.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh call NAME [JSON] [--client ID] [--json]

Calls a tool the way this client would and prints its result; exits with 1 when the tool reports an error.
JSON holds the arguments, "-" reads them from stdin. --json prints the whole MCP result.`;

// A tool may take as long as its own limits allow; they end it, not this command.
const callMs = 60 * 60 * 1000;

export const callCommand: Command = {
  usage,
  async run(args) {
    const { values, words } = parseArguments(
      args,
      { client: { type: 'string' }, json: { type: 'boolean', default: false } },
      { least: 1, most: 2, first: 'NAME' },
    );
    const [name = '', json = '{}'] = words;
    const toolArguments = await parseToolArguments(json);
    const params = { name, arguments: toolArguments };
    const result = await withGateway(commandWorld(), values.client, (client) =>
      client.request({ method: 'tools/call', params }, CallToolResultSchema, { timeout: callMs }),
    );
    await print(values.json ? JSON.stringify(result, null, 2) : readable(result));
    return result.isError === true ? 1 : 0;
  },
};

/** Texts as they are, JSON indented; what is no text as JSON. */
function readable({ content }: CallToolResult): string {
  return content
    .map((block) => (block.type === 'text' ? indented(block.text) : JSON.stringify(block)))
    .join('\n');
}

function indented(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
