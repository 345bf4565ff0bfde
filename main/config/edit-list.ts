// Adds or removes one word of a list in the user's YAML by changing only the bytes that must change:
// comments, order, quotes and line ends of everything else stay. The result is parsed again and compared
// before anybody writes it.
import { isDeepStrictEqual } from 'node:util';
import {
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { newline, rangeOf } from './yaml-layout.ts';

export type ListEdit = { readonly add: string } | { readonly remove: string };

/** New text of the file. Throws when the place holds something else than a list of words. */
export function editList(text: string, path: readonly [string, string], edit: ListEdit): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new Error('the file has a syntax error; correct it first');
  const before = wordsAt(document, path);
  const word = 'add' in edit ? edit.add : edit.remove;
  const present = before.includes(word);
  if ('add' in edit ? present : !present) return text;
  const after = 'add' in edit ? [...before, word] : before.filter((other) => other !== word);
  const expected = withList(document.toJS() as unknown, path, after);
  const ways = [() => spliced(text, document, path, edit), () => rewritten(text, path, after)];
  for (const way of ways) {
    const candidate = way();
    if (candidate !== undefined && isDeepStrictEqual(parseDocument(candidate).toJS(), expected)) {
      return candidate;
    }
  }
  throw new Error(`${path.join('.')} could not be edited; change it by hand`);
}

function wordsAt(document: Document, path: readonly string[]): readonly string[] {
  const node = document.getIn(path, true);
  if (node === undefined || node === null) return [];
  if (isScalar(node) && node.value === null) return [];
  if (!isSeq(node)) throw new Error(`${path.join('.')} is not a list; correct it by hand`);
  return node.items.map((item) => {
    if (!isScalar(item)) throw new Error(`${path.join('.')} holds something else than words`);
    return String(item.value);
  });
}

function withList(
  value: unknown,
  [outer, inner]: readonly [string, string],
  list: readonly string[],
): unknown {
  const root = (value ?? {}) as Record<string, unknown>;
  const section = (root[outer] ?? {}) as Record<string, unknown>;
  return { ...root, [outer]: { ...section, [inner]: list } };
}

function spliced(
  text: string,
  document: Document,
  path: readonly [string, string],
  edit: ListEdit,
): string | undefined {
  const list = document.getIn(path, true);
  if (isSeq(list) && list.range) {
    if (list.flow === true) return spliceFlow(text, list, edit);
    return 'add' in edit
      ? addToBlock(text, list, edit.add)
      : (removeFromBlock(text, list, edit.remove) ?? emptyBlock(text, document, path, list));
  }
  if (!('add' in edit)) return undefined;
  if (list !== undefined) return inPlaceOfNothing(text, list, `[${scalar(edit.add)}]`);
  const section = document.get(path[0], true);
  if (section === undefined) return addSection(text, path, edit.add);
  const entry = `${path[1]}: [${scalar(edit.add)}]`;
  if (!isMap(section))
    return isEmptyPlace(section)
      ? insertLine(text, rangeOf(section)?.[1] ?? 0, `  ${entry}`)
      : inPlaceOfNothing(text, section, `{ ${entry} }`);
  const range = rangeOf(section);
  if (section.items.length === 0 && range)
    return `${text.slice(0, range[0])}{ ${entry} }${text.slice(range[1])}`;
  return addKey(text, section, path[1], edit.add);
}

/** A key with nothing behind its colon. */
function isEmptyPlace(node: unknown): boolean {
  const [start, end] = rangeOf(node) ?? [0, 1];
  return start === end;
}

/** `null`, `~` or nothing at all. */
function inPlaceOfNothing(text: string, node: unknown, value: string): string | undefined {
  const range = rangeOf(node);
  if (!isScalar(node) || node.value !== null || !range) return undefined;
  const [start, end] = range;
  const gap = /\s/.test(text[start - 1] ?? '') ? '' : ' ';
  return `${text.slice(0, start)}${gap}${value}${text.slice(end)}`;
}

/** The only `- a` line goes, and the key says that there is none. Comments stay where they are. */
function emptyBlock(
  text: string,
  document: Document,
  path: readonly [string, string],
  list: YAMLSeq,
): string | undefined {
  const section = document.get(path[0], true);
  const pair = isMap(section)
    ? section.items.find(({ key }) => isScalar(key) && key.value === path[1])
    : undefined;
  const [key, own] = [rangeOf(pair?.key), rangeOf(list.items[0])];
  if (!key || !own) return undefined;
  const colon = text.indexOf(':', key[1]) + 1;
  const lineStart = text.lastIndexOf('\n', own[0] - 1) + 1;
  const lineEnd = text.indexOf('\n', own[1]);
  const rest = lineEnd === -1 ? '' : text.slice(lineEnd + 1);
  return `${text.slice(0, colon)} []${text.slice(colon, lineStart)}${rest}`;
}

/** `[a, b]` */
function spliceFlow(text: string, list: YAMLSeq, edit: ListEdit): string | undefined {
  const ranges = list.items.map((item) => rangeOf(item));
  if (ranges.some((range) => range === undefined)) return undefined;
  const [start, end] = list.range ?? [0, 0];
  if ('add' in edit) {
    const last = ranges.at(-1);
    if (last === undefined) return `${text.slice(0, start)}[${scalar(edit.add)}]${text.slice(end)}`;
    return `${text.slice(0, last[1])}, ${scalar(edit.add)}${text.slice(last[1])}`;
  }
  const index = list.items.findIndex(
    (item) => isScalar(item) && String(item.value) === edit.remove,
  );
  const own = ranges[index];
  if (own === undefined) return undefined;
  const next = ranges[index + 1];
  const previous = ranges[index - 1];
  if (next !== undefined) return text.slice(0, own[0]) + text.slice(next[0]);
  if (previous !== undefined) return text.slice(0, previous[1]) + text.slice(own[1]);
  return `${text.slice(0, start)}[]${text.slice(end)}`;
}

/** `- a` lines */
function addToBlock(text: string, list: YAMLSeq, word: string): string | undefined {
  const last = rangeOf(list.items.at(-1));
  if (last === undefined) return undefined;
  const lineStart = text.lastIndexOf('\n', last[0] - 1) + 1;
  const lead = text.slice(lineStart, last[0]);
  if (!/^\s*-\s+$/.test(lead)) return undefined;
  return insertLine(text, last[1], `${lead}${scalar(word)}`);
}

function removeFromBlock(text: string, list: YAMLSeq, word: string): string | undefined {
  const own = rangeOf(list.items.find((item) => isScalar(item) && String(item.value) === word));
  if (own === undefined) return undefined;
  // The last word gone leaves an empty list, not a key without a value.
  if (list.items.length === 1) return undefined;
  const lineStart = text.lastIndexOf('\n', own[0] - 1) + 1;
  const lineEnd = text.indexOf('\n', own[1]);
  return text.slice(0, lineStart) + (lineEnd === -1 ? '' : text.slice(lineEnd + 1));
}

function addKey(text: string, section: YAMLMap, key: string, word: string): string | undefined {
  const first = section.items[0];
  const last = section.items.at(-1);
  const firstKey = isScalar(first?.key) ? first.key.range : undefined;
  const lastValue = rangeOf(last?.value) ?? (isScalar(last?.key) ? last.key.range : undefined);
  if (!firstKey || !lastValue) return undefined;
  if (section.flow === true) {
    return `${text.slice(0, lastValue[1])}, ${key}: [${scalar(word)}]${text.slice(lastValue[1])}`;
  }
  const indent = text.slice(text.lastIndexOf('\n', firstKey[0] - 1) + 1, firstKey[0]);
  return insertLine(text, lastValue[1], `${indent}${key}: [${scalar(word)}]`);
}

function addSection(text: string, [outer, inner]: readonly [string, string], word: string): string {
  const end = text === '' || text.endsWith('\n') ? '' : newline(text);
  return `${text}${end}${outer}:${newline(text)}  ${inner}: [${scalar(word)}]${newline(text)}`;
}

function insertLine(text: string, after: number, line: string): string {
  const lineEnd = text.indexOf('\n', after);
  if (lineEnd === -1) return `${text}${newline(text)}${line}`;
  return `${text.slice(0, lineEnd + 1)}${line}${newline(text)}${text.slice(lineEnd + 1)}`;
}

function rewritten(text: string, path: readonly [string, string], list: readonly string[]): string {
  const document = parseDocument(text);
  const node = document.createNode(list, { flow: true });
  document.setIn(path, node);
  const lines = document.toString({ lineWidth: 0 });
  return newline(text) === '\r\n' ? lines.replace(/\r?\n/g, '\r\n') : lines;
}

/** A word as YAML; quoted only where plain text would mean something else. */
function scalar(word: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(word) && !/^(true|false|null|yes|no|on|off)$/i.test(word)
    ? word
    : JSON.stringify(word);
}
