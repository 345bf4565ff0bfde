import type { ToolDescriptor } from '../../backends/backend.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { ToolEntry } from '../exposition/tool-registry.ts';
import type { Route } from '../route.ts';
import { declareTools, type Detail } from './declare-tools.ts';
import { matchPattern, rankByText } from './find-tools.ts';

const descriptor: ToolDescriptor = {
  name: 'discover_tools',
  access: 'read',
  description:
    'List available tools as TypeScript declarations. Call one of them with execute_code as ' +
    '`await toolmesh.<name>(args)`. Without arguments everything is listed.',
  inputSchema: {
    type: 'object',
    properties: {
      pattern: {
        type: 'string',
        description: 'Regular expression on names and descriptions, case-insensitive',
      },
      query: { type: 'string', description: 'Plain words; the best matches come first' },
      detail: {
        type: 'string',
        enum: ['full', 'line', 'name', 'backend'],
        description: 'Default: by the number of matches',
      },
      limit: { type: 'integer', minimum: 1, maximum: 2000 },
    },
    additionalProperties: false,
  },
};

export interface DiscoverArguments {
  readonly pattern?: string;
  readonly query?: string;
  readonly detail?: Detail;
  readonly limit?: number;
}

/** The built-in that declares the tools a client may use. */
export function discoverRoute(entries: readonly ToolEntry[], sandbox: Sandbox): Route {
  return {
    kind: 'discover',
    backend: 'toolmesh',
    canonicalName: descriptor.name,
    tool: descriptor,
    run: async ({ args, signal }) => {
      // The schema was checked before the route is run.
      const text = await discover(entries, args, sandbox, signal);
      return { content: [{ type: 'text', text }] };
    },
  };
}

async function discover(
  entries: readonly ToolEntry[],
  { pattern, query, detail, limit = 2000 }: DiscoverArguments,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<string> {
  const matched =
    pattern === undefined ? entries : await matchPattern(entries, pattern, sandbox, signal);
  return declareTools(query === undefined ? matched : rankByText(matched, query), limit, detail);
}
