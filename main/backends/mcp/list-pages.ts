import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { z } from 'zod';

const page = z.looseObject({ nextCursor: z.string().optional().catch(undefined) });
const list = z.array(z.unknown());

// A server that hands out cursors without end, or the same one twice, must not keep us here.
const maxPages = 100;
const maxItems = 20_000;

/** What a server lists under `field`, page by page. */
export async function listPages(
  client: Client,
  method: string,
  field: string,
  timeoutMs: number,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method, params }, page, { timeout: timeoutMs });
    items.push(...list.parse(result[field]).slice(0, maxItems - items.length));
    cursor = result.nextCursor;
    if (cursor === undefined || seen.has(cursor) || items.length >= maxItems) break;
    seen.add(cursor);
  } while (seen.size < maxPages);
  return items;
}
