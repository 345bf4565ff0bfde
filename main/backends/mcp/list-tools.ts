import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { z } from 'zod';
import { isShallow } from '../../platform/is-shallow.ts';
import { someOf } from '../../platform/some-of.ts';
import type { ToolDescriptor } from '../backend.ts';
import { listPages } from './list-pages.ts';

interface ListedTools {
  readonly tools: readonly ToolDescriptor[];
  /** What is wrong with the list, each in words. */
  readonly flaws: readonly string[];
}

// Loose on purpose: a quirky field of one tool must not cost the others, and unknown fields pass on.
const listedTool = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.record(z.string(), z.unknown()).catch({ type: 'object' }),
  outputSchema: z.record(z.string(), z.unknown()).optional().catch(undefined),
  annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

// Nobody means more. At some 4,000 levels whoever walks the tool runs out of stack, and one tool would cost
// the lists of all backends.
const mostLevels = 1000;
const mostNamed = 5;

/** All tools of a server, page by page, limited to `include` when it is given. Of a name that comes twice the first counts. */
export async function listTools(
  client: Client,
  include: readonly string[] | undefined,
  timeoutMs: number,
): Promise<ListedTools> {
  let nameless = 0;
  const [twice, deep] = [new Set<string>(), new Set<string>()];
  const tools = new Map<string, ToolDescriptor>();
  for (const raw of await listPages(client, 'tools/list', 'tools', timeoutMs)) {
    const parsed = listedTool.safeParse(raw);
    if (!parsed.success) {
      nameless += 1;
      continue;
    }
    const { name } = parsed.data;
    if (include !== undefined && !include.includes(name)) continue;
    if (tools.has(name)) twice.add(name);
    else if (isShallow(raw, mostLevels)) tools.set(name, toDescriptor(parsed.data));
    else {
      const { title, description } = parsed.data;
      tools.set(name, toDescriptor({ name, title, description, inputSchema: { type: 'object' } }));
      deep.add(name);
    }
  }
  const flaws = [
    ...(nameless > 0 ? [`${nameless} without a name left out`] : []),
    ...(twice.size > 0 ? [`listed twice, the first counts: ${quotedSome(twice)}`] : []),
    ...(deep.size > 0 ? [`nested too deep, listed without schemas: ${quotedSome(deep)}`] : []),
  ];
  return { tools: [...tools.values()], flaws };
}

function quotedSome(names: ReadonlySet<string>): string {
  return someOf(
    [...names].map((name) => `"${name.slice(0, 80)}"`),
    mostNamed,
  );
}

function toDescriptor(listed: z.infer<typeof listedTool>): ToolDescriptor {
  const { name, title, description, inputSchema, outputSchema, annotations, ...extra } = listed;
  return {
    name,
    // MCP servers declare no access class; hints are not promises.
    access: 'unclassified',
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}
