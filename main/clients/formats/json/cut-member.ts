import {
  blanksBefore,
  breakBefore,
  isOnOwnLine,
  lineStop,
  skipBlanks,
  type Cut,
} from '../splice.ts';
import type { JsonDialect, JsonMember, JsonNode } from './json-reader.ts';

/**
 * Takes one member out with its own comma, or with the comma before it when it is the last and the reader knows no
 * trailing comma. Comments around it stay: they are the user's.
 */
export function cutMember(
  text: string,
  container: JsonNode,
  member: JsonMember,
  { trailingCommas, writesStrict = false }: JsonDialect,
): readonly Cut[] {
  const index = container.members.indexOf(member);
  const before = container.members[index - 1];
  const { start, value, comma } = member;
  const ownLine = isOnOwnLine(text, start);
  const cuts: Cut[] = [];
  const cut = (from: number, to: number): void => {
    if (to > from) cuts.push({ start: from, end: to, text: '' });
  };
  let end = value.end;
  if (comma !== -1) {
    // A comment may stand between the value and its comma.
    if (text.slice(value.end, comma).trim() === '') end = comma + 1;
    else cut(comma, comma + 1);
  } else if (before !== undefined && before.comma !== -1 && (!trailingCommas || writesStrict)) {
    cut(before.comma, before.comma + 1);
  }
  const rest = skipBlanks(text, end);
  if (ownLine && rest === lineStop(text, end)) {
    cut(breakBefore(text, start), end);
  } else if (comma === -1 && !ownLine) {
    cut(Math.max(blanksBefore(text, start), (before?.comma ?? -1) + 1), end);
  } else {
    cut(start, rest);
  }
  return cuts;
}
