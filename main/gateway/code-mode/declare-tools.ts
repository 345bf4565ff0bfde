import type { ToolEntry } from '../exposition/tool-registry.ts';
import { declareExamples } from './declare-examples.ts';
import { declareType, fieldName, safeComment } from './declare-type.ts';

export type Detail = 'full' | 'line' | 'name' | 'backend';

// A reply must stay readable in one go, whatever a backend declares.
const maxBytes = 50_000;
const frameBytes = 400;

/** How much to say about this many matches when the caller does not choose. */
function detailFor(matches: number): Detail {
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
  const isCode = detail === 'full' || detail === 'line';
  const kept: string[] = [];
  let bytes = frameBytes;
  let isCut = false;
  const add = (part: string): boolean => {
    const size = Buffer.byteLength(part) + 1;
    if (bytes + size > maxBytes) return false;
    bytes += size;
    kept.push(part);
    return true;
  };
  if (detail === 'backend') overview(entries).every(add);
  else {
    for (const entry of entries.slice(0, limit)) {
      // One that is too long as it is gets a line; the others keep their signatures.
      const isAdded = add(declare(entry, detail)) || (isCode && add(declare(entry, 'line')));
      if (!isAdded) {
        isCut = true;
        break;
      }
    }
  }
  const shown = detail === 'backend' ? entries.length : kept.length;
  if (detail === 'full' && !isCut) declareExamples(entries.slice(0, limit)).every(add);
  const more =
    isCut || shown < entries.length
      ? '; narrow the pattern or raise limit to see the rest'
      : detail === 'backend' && entries.length > 0
        ? '; use pattern or query to see the tools'
        : '';
  const footer = `// ${entries.length} matched, ${shown} shown (${detail})${more}`;
  if (kept.length === 0) return footer;
  const body = kept.join('\n');
  return isCode ? `declare namespace toolmesh {\n${body}\n}\n${footer}` : `${body}\n${footer}`;
}

function declare({ canonicalName, tool }: ToolEntry, detail: Detail): string {
  const isIdentifier = fieldName(canonicalName) === canonicalName;
  const name = isIdentifier
    ? canonicalName
    : `/* toolmesh["${canonicalName}"] */ ${canonicalName.replaceAll('-', '_')}`;
  const description = safeComment(tool.description ?? '');
  switch (detail) {
    case 'full': {
      const required = tool.inputSchema['required'];
      const optional = Array.isArray(required) && required.length > 0 ? '' : '?';
      const input = argumentType(tool.inputSchema);
      const output =
        tool.outputSchema === undefined
          ? 'unknown'
          : declareType(tool.outputSchema, tool.outputSchema, 1);
      const access = tool.access === 'unclassified' ? '' : ` (${tool.access})`;
      return `  /** ${description}${access} */\n  function ${name}(args${optional}: ${input}): Promise<${output}>;`;
    }
    case 'line':
      return `  function ${name}(args): Promise<unknown>; // ${description.slice(0, 100)}`;
    case 'name':
    case 'backend':
      return canonicalName;
  }
}

/** Arguments are an object, also when the schema does not say so. */
function argumentType(schema: ToolEntry['tool']['inputSchema']): string {
  const type = declareType({ type: 'object', ...schema }, schema);
  return type === 'unknown' ? 'Record<string, unknown>' : type;
}

function overview(entries: readonly ToolEntry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { backend } of entries) counts.set(backend.name, (counts.get(backend.name) ?? 0) + 1);
  return [...counts].map(([backend, count]) => `${backend}: ${count} tools`);
}
