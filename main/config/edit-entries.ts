// Adds or removes one entry of the list `backends:` in the user's YAML; all other bytes stay.
import { isDeepStrictEqual } from 'node:util';
import {
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  type Document,
  type YAMLSeq,
} from 'yaml';
import { newline, rangeOf } from './yaml-layout.ts';

export type NewEntry = Readonly<Record<string, unknown>> & { readonly name: string };

export function addEntry(text: string, entry: NewEntry): string {
  const before = entriesOf(text);
  if (namesOf(before).includes(entry.name))
    throw new Error(`"${entry.name}" is there already; choose another name or remove it first`);
  return firstThatHolds(text, [...before, entry], [appended(text, entry), rewritten(text, entry)]);
}

export function removeEntry(text: string, name: string): string {
  const before = entriesOf(text);
  if (!namesOf(before).includes(name)) throw new Error(`there is no backend "${name}"`);
  const after = before.filter((entry) => (entry as { name?: unknown }).name !== name);
  return firstThatHolds(text, after, [cut(text, name), without(text, name)]);
}

function firstThatHolds(
  text: string,
  expected: readonly unknown[],
  candidates: readonly (string | undefined)[],
): string {
  const root = (parseDocument(text).toJS() ?? {}) as Record<string, unknown>;
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const parsed = parseDocument(candidate);
    if (parsed.errors.length > 0) continue;
    if (isDeepStrictEqual(parsed.toJS(), { ...root, backends: expected })) return candidate;
  }
  throw new Error('the list of backends could not be edited; change it by hand');
}

function entriesOf(text: string): readonly unknown[] {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new Error('the file has a syntax error; correct it first');
  const value = (document.toJS() as { backends?: unknown } | null)?.backends ?? [];
  if (!Array.isArray(value)) throw new Error('backends is not a list; correct it by hand');
  return value;
}

function namesOf(entries: readonly unknown[]): readonly unknown[] {
  return entries.map((entry) => (entry as { name?: unknown } | null)?.name);
}

function appended(text: string, entry: NewEntry): string | undefined {
  const nl = newline(text);
  const list = parseDocument(text).get('backends', true);
  if (isSeq(list) && list.flow !== true && list.items.length > 0) {
    const end = endOf(list);
    const start = rangeOf(list.items[0])?.[0];
    if (end === undefined || start === undefined) return undefined;
    const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).replace(/-\s*$/, '');
    if (indent.trim() !== '') return undefined;
    const lineEnd = text.indexOf('\n', Math.max(0, end - 1));
    const head = lineEnd === -1 ? `${text}${nl}` : text.slice(0, lineEnd + 1);
    return `${head}${block(entry, indent, nl)}${lineEnd === -1 ? '' : text.slice(lineEnd + 1)}`;
  }
  if (list !== undefined) return undefined;
  const end = text === '' || text.endsWith('\n') ? '' : nl;
  return `${text}${end}backends:${nl}${block(entry, '  ', nl)}`;
}

function block(entry: NewEntry, indent: string, nl: string): string {
  const lines = stringify([entry], { lineWidth: 0 }).trimEnd().split('\n');
  return lines.map((line) => `${indent}${line}${nl}`).join('');
}

function cut(text: string, name: string): string | undefined {
  const list = parseDocument(text).get('backends', true);
  // The last entry gone leaves an empty list, not a key without a value.
  if (!isSeq(list) || list.flow === true || list.items.length === 1) return undefined;
  const index = list.items.findIndex((item) => isMap(item) && item.get('name') === name);
  const own = rangeOf(list.items[index]);
  if (own === undefined) return undefined;
  const from = text.lastIndexOf('\n', own[0] - 1) + 1;
  const next = rangeOf(list.items[index + 1]);
  const nextLine = next === undefined ? undefined : text.lastIndexOf('\n', next[0] - 1) + 1;
  const to = nextLine ?? endOf({ items: [list.items[index]] }) ?? own[1];
  const lineEnd = nextLine ?? text.indexOf('\n', Math.max(0, to - 1)) + 1;
  return text.slice(0, from) + (lineEnd === 0 ? '' : text.slice(lineEnd));
}

function without(text: string, name: string): string {
  const document = parseDocument(text);
  const list = document.get('backends', true) as YAMLSeq;
  document.set(
    'backends',
    document.createNode(
      (list.toJSON() as { name?: unknown }[]).filter((entry) => entry.name !== name),
    ),
  );
  return written(document, text);
}

function rewritten(text: string, entry: NewEntry): string {
  const document = parseDocument(text);
  const before = entriesOf(text);
  document.set('backends', document.createNode([...before, entry]));
  return written(document, text);
}

function written(document: Document, text: string): string {
  return document.toString({ lineWidth: 0 }).replace(/\r?\n/g, newline(text));
}

/** Where the last value of the last entry ends, without the comments after it. */
function endOf(node: unknown): number | undefined {
  if (isMap(node)) {
    const last = node.items.at(-1);
    return endOf(last?.value) ?? (isScalar(last?.key) ? last.key.range?.[1] : undefined);
  }
  const items = (node as { items?: readonly unknown[]; flow?: boolean } | null)?.items;
  if (items !== undefined && (node as { flow?: boolean }).flow !== true)
    return items.length === 0 ? rangeOf(node)?.[1] : endOf(items.at(-1));
  return rangeOf(node)?.[1];
}
