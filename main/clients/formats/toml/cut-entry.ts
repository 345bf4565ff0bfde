import {
  blanksBefore,
  breakBefore,
  isOnOwnLine,
  lineStart,
  lineStop,
  nextLine,
  skipBlanks,
  type Cut,
} from '../splice.ts';
import type { EntryParts } from './toml-places.ts';
import { readInline, type TomlPair } from './toml-reader.ts';

/** The spans of one entry, whichever way it is spelled. Comments behind its last pair stay. */
export function cutEntry(text: string, { tables, pairs, inline }: EntryParts): readonly Cut[] {
  if (inline !== undefined) return cutInline(text, inline.holder, inline.part);
  const lines = pairs.map((pair) => cutLines(text, pair.start, pair.valueEnd));
  const blocks = tables.map((table) => {
    const last = table.pairs.at(-1);
    return cutBlock(text, table.start, last?.valueEnd ?? table.headerEnd);
  });
  return merged([...lines, ...blocks]);
}

function cutLines(text: string, start: number, end: number): Cut {
  return { start: breakFree(text, start), end: nextLine(text, end), text: '' };
}

function breakFree(text: string, start: number): number {
  return isOnOwnLine(text, start) ? blanksBefore(text, start) : start;
}

/** With the empty lines behind it, or with those before it when nothing follows. */
function cutBlock(text: string, start: number, end: number): Cut {
  let from = breakFree(text, start);
  let to = nextLine(text, end);
  while (to < text.length && isEmptyLine(text, to)) to = nextLine(text, to);
  if (to === text.length) {
    while (from > 0 && isEmptyLine(text, breakBefore(text, from)))
      from = lineStart(text, breakBefore(text, from));
  }
  return { start: from, end: to, text: '' };
}

function isEmptyLine(text: string, offset: number): boolean {
  const start = lineStart(text, offset);
  return skipBlanks(text, start) === lineStop(text, start);
}

/** Neighbouring blocks may claim the same empty lines. */
function merged(cuts: readonly Cut[]): readonly Cut[] {
  const ordered = [...cuts].sort((left, right) => left.start - right.start);
  const result: Cut[] = [];
  for (const cut of ordered) {
    const last = result.at(-1);
    if (last !== undefined && cut.start <= last.end)
      result[result.length - 1] = { ...last, end: Math.max(last.end, cut.end) };
    else result.push(cut);
  }
  return result;
}

function cutInline(text: string, holder: TomlPair, part: TomlPair): readonly Cut[] {
  const parts = readInline(text, holder.valueStart);
  const index = parts.findIndex((one) => one.start === part.start);
  const own = parts[index];
  const before = parts[index - 1];
  if (parts.length === 1) {
    // Nothing is left between the brackets: no lone blanks either.
    return [{ start: holder.valueStart + 1, end: holder.valueEnd - 1, text: '' }];
  }
  if (own !== undefined && own.comma !== -1)
    return [{ start: part.start, end: skipBlanks(text, own.comma + 1), text: '' }];
  return [{ start: before?.comma ?? part.start, end: part.valueEnd, text: '' }];
}
