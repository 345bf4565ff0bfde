import type { ToolEntry } from '../exposition/tool-registry.ts';
import { declareObject, declareType, fieldName, safeComment } from './declare-type.ts';

export type Detail = 'full' | 'line' | 'name' | 'backend';

// A reply must stay readable in one go, whatever a backend declares.
const maxBytes = 50_000;

/** How much to say about this many matches when the caller does not choose. */
export function detailFor(matches: number): Detail {
  if (matches <= 25) return 'full';
  if (matches <= 250) return 'line';
  return matches <= 2000 ? 'name' : 'backend';
}

/** Declarations of the tools and a line that says how many of how many are shown. */
export function declareTools(
  entries: readonly ToolEntry[],
  limit: number,
  wanted: Detail | undefined,
): string {
  const detail = wanted ?? detailFor(Math.min(entries.length, limit));
  const parts =
    detail === 'backend'
      ? overview(entries)
      : entries.slice(0, limit).map((entry) => declare(entry, detail));
  const kept: string[] = [];
  let bytes = 0;
  for (const part of parts) {
    bytes += Buffer.byteLength(part) + 1;
    if (bytes > maxBytes - 300) break;
    kept.push(part);
  }
  const shown = detail === 'backend' ? entries.length : kept.length;
  const more = shown < entries.length ? '; narrow the pattern or raise limit to see the rest' : '';
  const footer = `// ${entries.length} matched, ${shown} shown (${detail})${more}`;
  if (kept.length === 0) return footer;
  const body = kept.join('\n');
  return detail === 'full' || detail === 'line'
    ? `declare namespace toolmesh {\n${body}\n}\n${footer}`
    : `${body}\n${footer}`;
}

function declare({ canonicalName, tool }: ToolEntry, detail: Detail): string {
  const name = fieldName(canonicalName).startsWith('"')
    ? `/* toolmesh["${canonicalName}"] */ ${canonicalName.replaceAll('-', '_')}`
    : canonicalName;
  const description = safeComment(tool.description ?? '');
  switch (detail) {
    case 'full': {
      const args = declareObject(tool.inputSchema, tool.inputSchema);
      const optional =
        Array.isArray(tool.inputSchema['required']) && tool.inputSchema['required'].length > 0
          ? ''
          : '?';
      const output =
        tool.outputSchema === undefined
          ? 'unknown'
          : declareType(tool.outputSchema, tool.outputSchema, 1);
      const access = tool.access === 'unclassified' ? '' : ` (${tool.access})`;
      return `  /** ${description}${access} */\n  function ${name}(args${optional}: ${args}): Promise<${output}>;`;
    }
    case 'line':
      return `  function ${name}(args): Promise<unknown>; // ${description.slice(0, 100)}`;
    case 'name':
    case 'backend':
      return canonicalName;
  }
}

function overview(entries: readonly ToolEntry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { backend } of entries) counts.set(backend.name, (counts.get(backend.name) ?? 0) + 1);
  return [...counts].map(([backend, count]) => `${backend}: ${count} tools`);
}
