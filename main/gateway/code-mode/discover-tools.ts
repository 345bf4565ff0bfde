import type { ToolDescriptor } from '../../backends/backend.ts';
import type { Route } from '../route.ts';
import { declareTools, type Detail } from './declare-tools.ts';
import { matchPattern } from './match-pattern.ts';
import type { ToolIndex } from './tool-index.ts';

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

interface DiscoverArguments {
  readonly pattern?: string;
  readonly query?: string;
  readonly detail?: Detail;
  readonly limit?: number;
}

/** The built-in that declares the tools a client may use. */
export function discoverRoute(index: () => ToolIndex): Route {
  return {
    kind: 'discover',
    backend: 'toolmesh',
    canonicalName: descriptor.name,
    tool: descriptor,
    // The schema was checked before the route is run; a rejection, not an exception, for a bad pattern.
    run: async ({ args }) => {
      const text = await Promise.resolve().then(() => discover(index(), args));
      return { content: [{ type: 'text', text }] };
    },
  };
}

function discover(
  index: ToolIndex,
  { pattern, query = '', detail, limit }: DiscoverArguments,
): string {
  // Models fill in fields they do not need with an empty text.
  const found = query.trim() === '' ? index.entries : index.rank(query);
  if (pattern === undefined) return declareTools(found, limit, detail);
  const matched = new Set(matchPattern(index, pattern));
  return declareTools(
    found.filter((entry) => matched.has(entry)),
    limit,
    detail,
  );
}
