import { isMap, isPair, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { Refusal } from '../../refusal.ts';
import type { MapBefore } from '../entry-format.ts';
import {
  blanksBefore,
  breakBefore,
  isOnOwnLine,
  lineStart,
  lineStop,
  nextLine,
  skipBlanks,
  splice,
} from '../splice.ts';
import { contentEnd, startOf } from './yaml-nodes.ts';
import type { YamlPlace } from './yaml-place.ts';

type Item = Pair | YAMLMap;

/** The text without the entry; an emptied map becomes what it was before us. */
export function removeYaml(
  text: string,
  { steps, map, entry, root }: YamlPlace,
  before: MapBefore,
): string {
  const owner = steps.at(-1);
  if (map === undefined || entry === undefined || owner === undefined || root === undefined)
    throw new Refusal('check-failed', 'there is no entry to remove');
  const isLast = map.items.length === 1;
  if (!isLast) return cutItem(text, map, entry);
  const outer = steps.at(-2)?.value ?? root;
  const body = map.flow === true ? startOf(map) : lineStop(text, contentEnd(owner.key));
  const commented = text.slice(body, itemStart(text, entry)).includes('#');
  if (before.kind === 'absent' && isMap(outer) && !commented) return cutItem(text, outer, owner);
  const token = before.kind === 'token' ? before.text : isSeq(map) ? '[]' : '{}';
  if (map.flow === true)
    return splice(text, [{ start: startOf(map), end: contentEnd(map), text: token }]);
  const without = cutItem(text, map, entry);
  if (token === '') return without;
  const colon = without.indexOf(':', contentEnd(owner.key)) + 1;
  // Behind an anchor or a tag of the map, which stayed where it was.
  const lead = /^(?:[ \t]+[&!][^\s{}[\],]*)*[ \t]?/.exec(without.slice(colon))?.[0] ?? '';
  const at = colon + lead.length;
  const isApart = /[ \t]$/.test(lead);
  return splice(without, [{ start: at, end: at, text: isApart ? token : ` ${token}` }]);
}

function itemStart(text: string, item: Item): number {
  if (isPair(item)) return startOf(item.key);
  // The dash (or, in a flow list, the item itself).
  const start = startOf(item);
  const dash = text.lastIndexOf('-', start - 1);
  const between = text.slice(dash + 1, start);
  return dash !== -1 && item.flow !== true && between.trim() === '' ? dash : start;
}

function cutItem(text: string, container: YAMLMap | YAMLSeq, item: Item): string {
  const items = container.items as Item[];
  const index = items.indexOf(item);
  const start = itemStart(text, item);
  const end = contentEnd(item);
  const [previous, next] = [items[index - 1], items[index + 1]];
  if (container.flow === true) {
    if (next !== undefined) {
      const comma = text.indexOf(',', end) + 1;
      return splice(text, [{ start, end: skipBlanks(text, comma), text: '' }]);
    }
    const from = previous === undefined ? start : contentEnd(previous);
    return splice(text, [{ start: from, end, text: '' }]);
  }
  // A block scalar's content ends behind its line break.
  const last = text[end - 1] === '\n' ? end : nextLine(text, end);
  if (!isOnOwnLine(text, start))
    throw new Refusal('check-failed', 'the entry shares its line', start);
  if (last === text.length && !text.endsWith('\n'))
    return splice(text, [{ start: breakBefore(text, start), end: last, text: '' }]);
  return splice(text, [
    { start: Math.min(lineStart(text, start), blanksBefore(text, start)), end: last, text: '' },
  ]);
}
