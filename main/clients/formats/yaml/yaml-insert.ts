import { isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { Refusal } from '../../refusal.ts';
import type { EntryPlace, Fields } from '../entry-format.ts';
import { indentAt, lineEndOf, lineStart, lineStop, nextLine, splice } from '../splice.ts';
import { contentEnd, startOf } from './yaml-nodes.ts';
import type { YamlPlace } from './yaml-place.ts';
import { blockLines, flowMap, yamlText } from './yaml-text.ts';

/** The text with the entry as the first of its map or list. */
export function insertYaml(
  text: string,
  { key, name, isList }: EntryPlace,
  place: YamlPlace,
  fields: Fields,
): string {
  const { root, steps, missing, map } = place;
  const lineEnd = lineEndOf(text);
  const unit = unitOf(text, root, map);
  const block = (column: string): readonly string[] =>
    blockLines(name, fields, { column, unit, dash: isList });
  const path = (names: readonly string[], column: string): readonly string[] => {
    const [top, ...rest] = names;
    if (top === undefined) return block(column);
    return [`${column}${yamlText(top)}:`, ...path(rest, column + unit)];
  };
  const insertLines = (at: number, lines: readonly string[]): string =>
    splice(text, [{ start: at, end: at, text: lines.map((line) => line + lineEnd).join('') }]);

  if (root === undefined) {
    const lines = path(key, '');
    const isOpen = text !== '' && !text.endsWith('\n');
    return text + lines.map((line) => (isOpen ? lineEnd + line : line + lineEnd)).join('');
  }
  const flowBody = isList ? flowMap(fields) : `${yamlText(name)}: ${flowMap(fields)}`;
  if (missing.length > 0) {
    const parent = steps.at(-1)?.value ?? root;
    if (!isMap(parent)) throw new Refusal('wrong-type', 'the way to the entry is no map');
    if (parent.flow === true) {
      const inner = isList ? `[${flowBody}]` : `{${flowBody}}`;
      const member = missing.reduceRight(
        (value, part, index) =>
          `${yamlText(part)}: ${index === missing.length - 1 ? value : `{${value}}`}`,
        inner,
      );
      return intoFlow(text, parent, member);
    }
    const first = startOf(parent.items[0]?.key);
    return insertLines(aboveFirstKey(text, first), path(missing, indentAt(text, first)));
  }
  const owner = steps.at(-1);
  if (owner === undefined) throw new Refusal('wrong-type', 'the entry has no place');
  if (map !== undefined && map.items.length > 0) {
    if (map.flow === true) return intoFlow(text, map, flowBody);
    const first = isSeq(map) ? startOf(map) : startOf(map.items[0]?.key);
    const line = lineStart(text, first);
    const column = text.slice(line, first);
    const below = nextLine(text, contentEnd(owner.key));
    if (column.trim() !== '' || below > line)
      throw new Refusal(
        'check-failed',
        'the first entry does not stand on a line of its own',
        first,
      );
    return insertLines(below, block(column));
  }
  // Null or an empty token: the block goes below the key's line, whose comment stays where it is.
  const token = map ?? owner.value;
  const [start, end] = [startOf(token), contentEnd(token)];
  const stop = lineStop(text, end);
  const lines = block(indentAt(text, startOf(owner.key)) + unit);
  return splice(text, [
    { start: stop, end: stop, text: lines.map((line) => lineEnd + line).join('') },
    { start, end, text: '' },
  ]);
}

function intoFlow(text: string, map: YAMLMap | YAMLSeq, member: string): string {
  const start = startOf(map) + 1;
  if (map.items.length === 0) return splice(text, [{ start, end: start, text: member }]);
  const lead = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
  const glue = lead === '' && !/^\r?\n/.test(text.slice(start)) ? ' ' : '';
  return splice(text, [{ start, end: start, text: `${lead}${member},${glue}` }]);
}

/**
 * The line of the first key, or of the comment that belongs to it. A comment at the very top is the file's own heading
 * and stays there.
 */
function aboveFirstKey(text: string, first: number): number {
  const line = lineStart(text, first);
  let at = line;
  while (at > 0) {
    const above = lineStart(text, at - 1);
    if (!/^[ \t]*#/.test(text.slice(above, at))) return at;
    at = above;
  }
  return line;
}

/** One step of indentation, taken from the nearest neighbour that shows one. */
function unitOf(
  text: string,
  root: YAMLMap | undefined,
  map: YAMLMap | YAMLSeq | undefined,
): string {
  for (const outer of [map, root]) {
    if (!isMap(outer) || outer.flow === true) continue;
    for (const { key, value } of outer.items) {
      if (!isMap(value) || value.flow === true) continue;
      const base = indentAt(text, startOf(key));
      const inner = indentAt(text, startOf(value.items[0]?.key));
      if (inner.length > base.length) return inner.slice(base.length);
    }
  }
  return '  ';
}
