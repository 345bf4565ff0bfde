import type { ToolEntry } from '../exposition/tool-registry.ts';
import { declareExamples } from './declare-examples.ts';
import { declareType } from './declare-type.ts';
import { fieldName, safeComment } from './type-text.ts';
import { countOf } from '../../platform/count-of.ts';

export type Detail = 'full' | 'line' | 'name' | 'backend';

// A reply must stay readable in one go, whatever a backend declares.
const maxBytes = 50_000;
const mostShown = 2000;
const frameBytes = 400;
// One tool must not take the room of all others.
const mostOfMany = 12_000;
const shortParts = 100;
const shortDescription = 300;

/** How much to say about this many matches when the caller does not choose. */
function detailFor(matches: number): Detail {
  if (matches <= 25) return 'full';
  if (matches <= 250) return 'line';
  return matches <= mostShown ? 'name' : 'backend';
}

/** Declarations of the tools and a line that says how many of how many are shown. */
export function declareTools(
  entries: readonly ToolEntry[],
  wantedLimit: number | undefined,
  wanted: Detail | undefined,
): string {
  // Who names no limit has all matches, and as much of each as so many leave room for.
  const detail = wanted ?? detailFor(Math.min(entries.length, wantedLimit ?? Infinity));
  const limit = wantedLimit ?? mostShown;
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
    const room = entries.length === 1 ? maxBytes : mostOfMany;
    for (const entry of entries.slice(0, limit)) {
      const isAdded = formsOf(entry, detail).some((form) => {
        const text = form();
        return Buffer.byteLength(text) <= room && add(text);
      });
      if (!isAdded) {
        isCut = true;
        break;
      }
    }
  }
  const shown = detail === 'backend' ? entries.length : kept.length;
  if (detail === 'full' && !isCut) declareExamples(entries.slice(0, limit)).every(add);
  const missing = isCut ? 'room' : shown < entries.length ? 'limit' : undefined;
  const more = entries.length === 0 ? nothingFound : adviceFor(missing, detail);
  const footer = `// ${entries.length} matched, ${shown} shown (${detail})${more}`;
  if (kept.length === 0) return footer;
  const body = kept.join('\n');
  return isCode ? `declare namespace toolmesh {\n${body}\n}\n${footer}` : `${body}\n${footer}`;
}

const nothingFound = '; no tool matches; without arguments all there are are listed';

/** What a caller who wants more does next; `missing` is what kept the rest away. */
function adviceFor(missing: 'room' | 'limit' | undefined, detail: Detail): string {
  if (missing === 'room') return '; narrow the pattern or ask for less detail to see the rest';
  if (missing === 'limit') return '; narrow the pattern or raise limit to see the rest';
  return detail === 'backend' ? '; use pattern or query to see the tools' : '';
}

/** The tool in the wanted detail, then shorter, for when there is no room. */
function formsOf(entry: ToolEntry, detail: Detail): readonly (() => string)[] {
  const { description = '' } = entry.tool;
  const line = (): string => declareLine(entry);
  if (detail === 'line') return [line];
  if (detail !== 'full') return [() => entry.canonicalName];
  return [
    () => declareFunction(entry, safeComment(description)),
    () => declareFunction(entry, safeComment(description, shortDescription), shortParts),
    line,
  ];
}

function declareLine(entry: ToolEntry): string {
  const description = safeComment(entry.tool.description ?? '', 100);
  const comment = description === '' ? '' : ` // ${description}`;
  return `  function ${nameOf(entry)}(args): Promise<unknown>;${comment}`;
}

function declareFunction(entry: ToolEntry, description: string, parts?: number): string {
  const { inputSchema, outputSchema, access } = entry.tool;
  const required = inputSchema['required'];
  const optional = Array.isArray(required) && required.length > 0 ? '' : '?';
  const input = argumentType(inputSchema, parts);
  const output =
    outputSchema === undefined ? 'unknown' : declareType(outputSchema, outputSchema, 1, parts);
  const mark = access === 'unclassified' ? '' : `(${access})`;
  const comment = [description, mark].filter((part) => part !== '').join(' ');
  const above = comment === '' ? '' : `  /** ${comment} */\n`;
  return `${above}  function ${nameOf(entry)}(args${optional}: ${input}): Promise<${output}>;`;
}

function nameOf({ canonicalName }: ToolEntry): string {
  if (fieldName(canonicalName) === canonicalName) return canonicalName;
  return `/* toolmesh["${canonicalName}"] */ ${canonicalName.replaceAll('-', '_')}`;
}

/** Arguments are an object, also when the schema does not say so. */
function argumentType(schema: ToolEntry['tool']['inputSchema'], parts?: number): string {
  const type = declareType({ type: 'object', ...schema }, schema, 0, parts);
  return type === 'unknown' ? 'Record<string, unknown>' : type;
}

function overview(entries: readonly ToolEntry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { backend } of entries) counts.set(backend.name, (counts.get(backend.name) ?? 0) + 1);
  return [...counts].map(([backend, count]) => `${backend}: ${countOf(count, 'tool')}`);
}
