import type { CallRow } from '../../state/call-row.ts';
import type { RowIndex } from '../../components/visible-window.ts';
import type { AuditBook } from '../../state/audit-book.ts';
import { rootLine, subLines, type ActivityLine } from './activity-lines.ts';
import { callHeight, narrowHeight, subCallHeight } from './line-height.ts';

export interface LineIndex extends RowIndex<ActivityLine> {
  /** Where a row stands now; -1 when it does not. */
  indexOf(id: string): number;
}

export interface LineIndexParts {
  readonly book: AuditBook;
  /** Newest first, already filtered. */
  readonly roots: readonly CallRow[];
  /** So many of the newest are not shown yet. */
  readonly held: number;
  readonly open: ReadonlySet<string>;
  readonly isNarrow: boolean;
}

/** What is below one open call. */
interface Block {
  readonly lines: readonly ActivityLine[];
  /** Line number of the first of them. */
  readonly first: number;
  readonly top: number;
}

/**
 * The visible rows by number and by height. All calls are equally high and few are open, so nothing has to
 * be made for 100,000 calls but the rows that are drawn.
 */
export function lineIndex({ book, roots, held, open, isNarrow }: LineIndexParts): LineIndex {
  const count = roots.length - held;
  const height = isNarrow ? narrowHeight : callHeight;
  const blocks = isNarrow ? [] : blocksOf({ book, roots, held, open, isNarrow });
  /** How many lines of open calls stand before the block of this number. */
  const linesBefore = (block: number): number => {
    const found = blocks[block - 1];
    return found === undefined ? 0 : linesBefore(block - 1) + found.lines.length;
  };
  const all = linesBefore(blocks.length);
  /** The number of blocks that begin at or above a line. */
  const blocksUpTo = (index: number): number => blocks.filter(({ first }) => first <= index).length;
  const at = (index: number): ActivityLine => {
    const passed = blocksUpTo(index);
    const last = blocks[passed - 1];
    const inside = last?.lines[index - last.first];
    if (inside !== undefined) return inside;
    const row = roots[held + index - linesBefore(passed)];
    if (row === undefined) throw new Error(`There is no line ${index}`);
    return rootLine(book, row, !isNarrow && open.has(row.id));
  };
  const topOf = (index: number): number => {
    const passed = blocksUpTo(index);
    const last = blocks[passed - 1];
    if (last !== undefined && index < last.first + last.lines.length)
      return last.top + (index - last.first) * subCallHeight;
    const subs = linesBefore(passed);
    return (index - subs) * height + subs * subCallHeight;
  };
  return {
    count: count + all,
    height: count * height + all * subCallHeight,
    at,
    topOf,
    indexAt(y) {
      const passed = blocks.filter(({ top }) => top <= y).length;
      const last = blocks[passed - 1];
      if (last !== undefined) {
        const inside = Math.floor((y - last.top) / subCallHeight);
        if (inside < last.lines.length) return last.first + inside;
      }
      const subs = linesBefore(passed);
      const root = Math.floor((y - subs * subCallHeight) / height);
      return Math.min(Math.max(root, 0), count) + subs;
    },
    indexOf(id) {
      const block = blocks.find(({ lines }) => lines.some(({ row }) => row.id === id));
      if (block !== undefined)
        return block.first + block.lines.findIndex(({ row }) => row.id === id);
      const root = rootIndexOf(roots, book.rows.get(id)) - held;
      if (root < 0) return -1;
      const before = blocks.filter(({ first }, number) => first - linesBefore(number) <= root);
      return root + linesBefore(before.length);
    },
  };
}

function blocksOf({ book, roots, held, open }: LineIndexParts): readonly Block[] {
  const places = [...open]
    .map((id) => rootIndexOf(roots, book.rows.get(id)) - held)
    .filter((place) => place >= 0)
    .sort((a, b) => a - b);
  const blocks: Block[] = [];
  let before = 0;
  for (const place of places) {
    const root = roots[held + place];
    const lines = root === undefined ? [] : subLines(book, root);
    if (lines.length === 0) continue;
    const top = (place + 1) * callHeight + before * subCallHeight;
    blocks.push({ lines, first: place + 1 + before, top });
    before += lines.length;
  }
  return blocks;
}

/** By halves: calls are ordered by their time, and only those of one moment have to be looked at. */
function rootIndexOf(roots: readonly CallRow[], row: CallRow | undefined): number {
  if (row === undefined) return -1;
  let [low, high] = [0, roots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((roots[middle]?.ts ?? 0) > row.ts) low = middle + 1;
    else high = middle;
  }
  for (let index = low; roots[index]?.ts === row.ts; index += 1)
    if (roots[index]?.id === row.id) return index;
  return -1;
}
