// Sets one value in the user's YAML by changing only the bytes that must change. The result is parsed
// again and compared before anybody writes it.
import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, parseDocument, type Document, type YAMLMap } from 'yaml';
import { newline } from './yaml-layout.ts';

export type Scalar = string | number | boolean;
export type KeyPath = readonly [string, ...string[]];

/** New text of the file. Throws when it cannot be edited without touching something else. */
export function editValue(text: string, path: KeyPath, value: Scalar): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new Error('the file has a syntax error; correct it first');
  const expected = withValue(document.toJS(), path, value);
  if (isDeepStrictEqual(document.toJS(), expected)) return text;
  for (const edit of [replaced, inserted, rewritten]) {
    const candidate = edit(text, path, value);
    if (candidate === undefined) continue;
    const parsed = parseDocument(candidate);
    if (parsed.errors.length === 0 && isDeepStrictEqual(parsed.toJS(), expected)) return candidate;
  }
  throw new Error(`${path.join('.')} could not be edited; change it by hand`);
}

function withValue(value: unknown, [key, ...rest]: readonly string[], leaf: Scalar): unknown {
  if (key === undefined) return leaf;
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMapping && value !== null && value !== undefined)
    throw new Error(`"${key}" would replace something else; change it by hand`);
  const before = (value ?? {}) as Record<string, unknown>;
  return { ...before, [key]: withValue(before[key], rest, leaf) };
}

function replaced(text: string, path: KeyPath, value: Scalar): string | undefined {
  const node = parseDocument(text).getIn(path, true);
  if (!isScalar(node) || !node.range || node.anchor !== undefined) return undefined;
  const [start, end] = node.range;
  // A key without a value has an empty place behind its colon.
  const gap = start === end && !/\s/.test(text[start - 1] ?? '') ? ' ' : '';
  return `${text.slice(0, start)}${gap}${scalarText(value)}${text.slice(end)}`;
}

function inserted(text: string, path: KeyPath, value: Scalar): string | undefined {
  const document = parseDocument(text);
  const depth = deepestMap(document, path);
  const lines = (indent: string): string =>
    path
      .slice(depth)
      .map((key, index, keys) => {
        const tail = index === keys.length - 1 ? ` ${scalarText(value)}` : '';
        return `${indent}${'  '.repeat(index)}${scalarText(key)}:${tail}`;
      })
      .join(newline(text));
  if (depth === 0) {
    const end = text === '' || text.endsWith('\n') ? '' : newline(text);
    return `${text}${end}${lines('')}${newline(text)}`;
  }
  const map = document.getIn(path.slice(0, depth), true) as YAMLMap;
  const first = isScalar(map.items[0]?.key) ? map.items[0].key.range : undefined;
  const end = endOf(map);
  if (!first || end === undefined || map.flow === true) return undefined;
  const indent = text.slice(text.lastIndexOf('\n', first[0] - 1) + 1, first[0]);
  if (indent.trim() !== '') return undefined;
  const lineEnd = text.indexOf('\n', Math.max(0, end - 1));
  if (lineEnd === -1) return `${text}${newline(text)}${lines(indent)}`;
  return `${text.slice(0, lineEnd + 1)}${lines(indent)}${newline(text)}${text.slice(lineEnd + 1)}`;
}

/** How many keys of the path lead to a mapping with entries. */
function deepestMap(document: Document, path: KeyPath): number {
  let depth = 0;
  for (let length = 1; length < path.length; length += 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (!isMap(node) || node.items.length === 0) break;
    depth = length;
  }
  return depth;
}

/** Where the last value of a mapping ends, without the comments after it. */
function endOf(map: YAMLMap): number | undefined {
  const last = map.items.at(-1);
  if (isMap(last?.value)) return endOf(last.value);
  const range = (last?.value as { range?: readonly number[] | null } | null | undefined)?.range;
  return range?.[1] ?? (isScalar(last?.key) ? last.key.range?.[1] : undefined);
}

function rewritten(text: string, path: KeyPath, value: Scalar): string {
  const document = parseDocument(text);
  document.setIn(path, value);
  const lines = document.toString({ lineWidth: 0 });
  return newline(text) === '\r\n' ? lines.replace(/\r?\n/g, '\r\n') : lines;
}

/** Quoted only where plain text would mean something else. */
function scalarText(value: Scalar): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = /^[A-Za-z_][A-Za-z0-9_-]*$/.test(value);
  return isPlain && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
