import { CallToolResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { clientLabel } from './client-label.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld, type CommandWorld } from './command-world.ts';
import { withGateway } from './mcp-connection.ts';
import { parseArguments } from './parse-arguments.ts';
import { parseToolArguments } from './parse-tool-arguments.ts';
import { print } from './print.ts';
import { jsonOption, printJson } from './list-json.ts';
import { whyUnknown } from './why-unknown.ts';

const usage = `Usage: toolmesh call NAME [JSON] [--first "NAME JSON"]… [--client ID] [--json]

Calls a tool the way this client would and prints its result; exits with 1 when the tool reports an error.
JSON holds the arguments, "-" reads them from stdin. --json prints the whole MCP result.
--first calls another tool before it on the same connection: every "toolmesh call" is a new connection, and
a unit may open a tool only after another one ran.`;

// A tool may take as long as its own limits allow; they end it, not this command.
const callMs = 60 * 60 * 1000;

export const callCommand: Command = {
  usage,
  async run(args) {
    const { values, words } = parseArguments(
      args,
      {
        ...jsonOption,
        client: { type: 'string' },
        first: { type: 'string', multiple: true, default: [] },
      },
      { least: 1, most: 2, first: 'NAME' },
    );
    const [name = '', json = '{}'] = words;
    const toolArguments = await parseToolArguments(json);
    const before = await Promise.all(values.first.map(parseFirst));
    const label = clientLabel(values.client);
    const world = commandWorld();
    const { call, result } = await withGateway(world, label, (client) =>
      callInTurn(before, { name, arguments: toolArguments }, (params) =>
        client.request({ method: 'tools/call', params }, CallToolResultSchema, { timeout: callMs }),
      ),
    );
    await (values.json ? printJson(result) : print(readable(result)));
    if (result.isError !== true) return 0;
    const advice = adviceFor(result) ?? (await adviceForMissing(world, call, result));
    if (advice !== undefined) process.stderr.write(`${advice}\n`);
    return 1;
  },
};

interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

async function parseFirst(text: string): Promise<ToolCall> {
  const [, name = '', json = ''] = /^\s*(\S*)\s*(.*)$/s.exec(text) ?? [];
  if (name === '') throw new UsageError('--first needs the name of a tool');
  return { name, arguments: await parseToolArguments(json === '' ? '{}' : json) };
}

/** The last one and its result, or the first that fails. */
async function callInTurn(
  before: readonly ToolCall[],
  last: ToolCall,
  send: (call: ToolCall) => Promise<CallToolResult>,
): Promise<{ readonly call: ToolCall; readonly result: CallToolResult }> {
  for (const call of before) {
    const result = await send(call);
    if (result.isError === true) return { call, result };
  }
  return { call: last, result: await send(last) };
}

const closedTool = z.looseObject({
  states: z.array(z.string()),
  openedBy: z
    .array(
      z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }),
    )
    .catch([]),
});

/** Where a closed tool opens, and how to get there from a shell. */
function adviceFor({ _meta }: CallToolResult): string | undefined {
  const { data: closed } = closedTool.safeParse(_meta?.['gateway/error']);
  if (closed === undefined) return undefined;
  const states = closed.states.map((state) => `"${state}"`).join(', ');
  const [opener] = closed.openedBy;
  if (opener === undefined) return `It runs in ${states}; no open tool says that it leads there`;
  const { name, arguments: args } = opener;
  const first = args === undefined ? name : `'${name} ${JSON.stringify(args)}'`;
  return `It runs in ${states}; to call what leads there before it: --first ${first}`;
}

/** The gateway's two ways to say that it has no such tool, and of one whose unit cannot be loaded. */
const missingTool = z.looseObject({
  code: z.enum(['unknown-tool', 'UNKNOWN_TOOL', 'config-invalid']),
});

async function adviceForMissing(
  world: CommandWorld,
  { name }: ToolCall,
  { _meta }: CallToolResult,
): Promise<string | undefined> {
  const isMissing = missingTool.safeParse(_meta?.['gateway/error']).success;
  return isMissing ? whyUnknown(world, name) : undefined;
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
