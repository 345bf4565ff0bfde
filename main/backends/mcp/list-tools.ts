import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { z } from 'zod';
import type { ToolDescriptor } from '../backend.ts';

// Loose on purpose: a quirky field of one tool must not cost the others, and unknown fields pass on.
const listedTool = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.record(z.string(), z.unknown()).catch({ type: 'object' }),
  outputSchema: z.record(z.string(), z.unknown()).optional().catch(undefined),
  annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

// A server that hands out cursors without end, or the same one twice, must not keep us here.
const maxPages = 100;

/** All tools of a server, page by page, limited to `include` when it is given. */
export async function listTools(
  client: Client,
  include: readonly string[] | undefined,
  timeoutMs: number,
): Promise<readonly ToolDescriptor[]> {
  const tools = new Map<string, ToolDescriptor>();
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method: 'tools/list', params }, page, {
      timeout: timeoutMs,
    });
    for (const raw of result.tools) {
      const parsed = listedTool.safeParse(raw);
      if (!parsed.success || tools.has(parsed.data.name)) continue;
      if (include !== undefined && !include.includes(parsed.data.name)) continue;
      tools.set(parsed.data.name, toDescriptor(parsed.data));
    }
    cursor = result.nextCursor;
    if (cursor === undefined || seen.has(cursor)) break;
    seen.add(cursor);
  } while (seen.size < maxPages);
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
