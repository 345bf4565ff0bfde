// How a JSON file is laid out, so that what we add looks like what is there.
import { indentAt, isOnOwnLine, lineEndOf } from '../splice.ts';
import type { Fields, FieldValue } from '../entry-format.ts';
import { commentEnd, type JsonNode } from './json-reader.ts';

export interface JsonLayout {
  readonly lineEnd: string;
  /** One step of indentation. */
  readonly unit: string;
  readonly colon: string;
  readonly comma: string;
  /** Between a bracket and what stands beside it on the same line. */
  readonly padding: string;
}

export function layoutOf(text: string, root: JsonNode | undefined, map?: JsonNode): JsonLayout {
  const first = root?.members[0];
  const samples = [root?.members ?? [], map?.members ?? []];
  const ownLine = samples
    .map((members) => members.find((member) => isOnOwnLine(text, member.start)))
    .find((member) => member !== undefined);
  const isOneLine = root === undefined || !text.slice(root.start, root.end).includes('\n');
  const named = [...samples]
    .reverse()
    .flat()
    .find((member) => member.keyEnd !== -1);
  const isTight =
    isOneLine && named !== undefined && /^\s*:\S/.test(text.slice(named.keyEnd, named.keyEnd + 20));
  const opener = map !== undefined && map.members.length > 0 ? map : root;
  const beside = opener === undefined ? '' : text.slice(opener.start + 1);
  return {
    lineEnd: lineEndOf(text),
    unit: ownLine === undefined ? '  ' : unitOf(text, root, map, ownLine.start),
    colon: isTight ? ':' : ': ',
    comma: isTight ? ',' : ', ',
    padding: first === undefined ? '' : (/^[ \t]*(?=[^\s])/.exec(beside)?.[0] ?? ' '),
  };
}

function unitOf(
  text: string,
  root: JsonNode | undefined,
  map: JsonNode | undefined,
  sample: number,
): string {
  const inRoot = root?.members.some((member) => member.start === sample) ?? false;
  const outer = inRoot ? root : map;
  const indent = indentAt(text, sample);
  const base = outer === undefined ? '' : indentAt(text, outer.start);
  const unit = indent.startsWith(base) ? indent.slice(base.length) : indent;
  return unit === '' ? '  ' : unit;
}

/** Offset behind the opening bracket, or behind the last comment that begins on the bracket's own line. */
export function behindOpening(text: string, container: JsonNode): number {
  let end = container.start + 1;
  for (;;) {
    const blanks = /^[ \t]*(?=\/[/*])/.exec(text.slice(end, end + 500));
    if (blanks === null) return end;
    end = commentEnd(text, end + blanks[0].length);
  }
}

/** No member and no comment: the whole token may be replaced. */
export function isBare(text: string, node: JsonNode): boolean {
  return node.members.length === 0 && !/[^\s]/.test(text.slice(node.start + 1, node.end - 1));
}

export function renderObject(fields: Fields, layout: JsonLayout, indent: string | null): string {
  const parts = fields.map(([name, value]) => renderMember(name, value, layout));
  if (parts.length === 0) return '{}';
  if (indent === null) return `{${layout.padding}${parts.join(layout.comma)}${layout.padding}}`;
  const { lineEnd, unit } = layout;
  const inner = parts.map((part) => `${lineEnd}${indent}${unit}${part}`).join(',');
  return `{${inner}${lineEnd}${indent}}`;
}

export function renderMember(name: string, value: FieldValue, layout: JsonLayout): string {
  return `${JSON.stringify(name)}${layout.colon}${renderValue(value, layout)}`;
}

export function renderValue(value: FieldValue, layout: JsonLayout): string {
  if (Array.isArray(value))
    return `[${value.map((item: FieldValue) => renderValue(item, layout)).join(layout.comma)}]`;
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    return renderObject(Object.entries(value), layout, null);
  return JSON.stringify(value);
}

/** Puts a member into a container: braces on own lines, or everything on one line when `indent` is null. */
export function renderContainer(
  brackets: '{}' | '[]',
  member: string,
  { lineEnd, unit, padding }: JsonLayout,
  indent: string | null,
): string {
  const [opener, closer] = brackets;
  if (indent === null) return `${opener ?? ''}${padding}${member}${padding}${closer ?? ''}`;
  return `${opener ?? ''}${lineEnd}${indent}${unit}${member}${lineEnd}${indent}${closer ?? ''}`;
}
