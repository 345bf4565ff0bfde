import { createHash } from 'node:crypto';
import type { ToolDescriptor } from '../../backends/backend.ts';

/** What a model reads of a tool, and so what can mislead it. */
export interface ToolText {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: string;
}

export function toolText({ title, description, inputSchema }: ToolDescriptor): ToolText {
  return {
    title: title ?? '',
    description: description ?? '',
    inputSchema: JSON.stringify(sorted(inputSchema), null, 2),
  };
}

export function hashOf(name: string, { title, description, inputSchema }: ToolText): string {
  const text = JSON.stringify([name, title, description, inputSchema]);
  return createHash('sha256').update(text).digest('hex');
}

// Some servers build their schemas anew for every list, with the keys in another order.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
