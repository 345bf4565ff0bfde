import { CallToolResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { withGateway } from './mcp-connection.ts';
import { parseArguments } from './parse-arguments.ts';
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
      { least: 1, most: 2 },
    );
    const [name = '', json = '{}'] = words;
    const toolArguments = parseToolArguments(json === '-' ? await readStdin() : json);
    const params = { name, arguments: toolArguments };
    const result = await withGateway(commandWorld(), values.client, (client) =>
      client.request({ method: 'tools/call', params }, CallToolResultSchema, { timeout: callMs }),
    );
    await print(values.json ? JSON.stringify(result, null, 2) : readable(result));
    return result.isError === true ? 1 : 0;
  },
};

function parseToolArguments(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `the arguments are not JSON (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`the arguments must be a JSON object, got ${text.slice(0, 80)}`);
  }
  return value as Record<string, unknown>;
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

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
