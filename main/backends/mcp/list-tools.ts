import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { z } from 'zod';
import type { ToolDescriptor } from '../backend.ts';
import { listPages } from './list-pages.ts';

// Loose on purpose: a quirky field of one tool must not cost the others, and unknown fields pass on.
const listedTool = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.record(z.string(), z.unknown()).catch({ type: 'object' }),
  outputSchema: z.record(z.string(), z.unknown()).optional().catch(undefined),
  annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** All tools of a server, page by page, limited to `include` when it is given. */
export async function listTools(
  client: Client,
  include: readonly string[] | undefined,
  timeoutMs: number,
): Promise<readonly ToolDescriptor[]> {
  const tools = new Map<string, ToolDescriptor>();
  for (const raw of await listPages(client, 'tools/list', 'tools', timeoutMs)) {
    const parsed = listedTool.safeParse(raw);
    if (!parsed.success || tools.has(parsed.data.name)) continue;
    if (include !== undefined && !include.includes(parsed.data.name)) continue;
    tools.set(parsed.data.name, toDescriptor(parsed.data));
  }
  return [...tools.values()];
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
