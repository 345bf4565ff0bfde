import { compile, type State } from './compile.ts';
import type { ExposedTool, ExpositionOptions, JsonObject, TagFilter } from './model.ts';

interface Cost {
  readonly tools: number;
  readonly bytes: number;
  /** A quarter of the bytes; where it matters, the real tokenizer counts. */
  readonly tokens: number;
}

/** Bytes of the tools as they are sent. */
export function costOf(tools: readonly JsonObject[]): Cost {
  const bytes = tools.reduce((sum, tool) => sum + Buffer.byteLength(JSON.stringify(tool)), 0);
  return { tools: tools.length, bytes, tokens: Math.ceil(bytes / 4) };
}

/** What the same visible tools cost flat and grouped, and which to take. */
export function compareCosts(
  registry: readonly ExposedTool[],
  options: ExpositionOptions = {},
  filter?: TagFilter | readonly TagFilter[] | null,
  state?: State,
): { readonly flat: Cost; readonly grouped: Cost; readonly recommended: 'flat' | 'grouped' } {
  const cost = (strategy: string): Cost =>
    costOf(compile(registry, { ...options, strategy }, filter, state).tools);
  const [flat, grouped] = [cost('flat'), cost('grouped')];
  return { flat, grouped, recommended: isWorthGrouping(flat, grouped) ? 'grouped' : 'flat' };
}

/** Grouping costs a model some care; it has to save a tenth to be worth it. */
export function isWorthGrouping(
  flat: { readonly tokens: number },
  grouped: { readonly tokens: number },
): boolean {
  return grouped.tokens <= 0.9 * flat.tokens;
}
