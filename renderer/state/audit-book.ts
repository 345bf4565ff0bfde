import type { RunningView } from '../../main/contract/views.ts';
import { runningRow, type CallRow } from './call-row.ts';

/** What clients asked, newest first, and what ran below each call. */
export interface AuditBook {
  readonly roots: readonly CallRow[];
  /** By parent id, in the order they ran. */
  readonly children: ReadonlyMap<string, readonly CallRow[]>;
  /** Every row by its id. */
  readonly rows: ReadonlyMap<string, CallRow>;
}

export const emptyBook: AuditBook = { roots: [], children: new Map(), rows: new Map() };

/** The page keeps this many calls; older ones stay in the app's database. */
const keptRoots = 100_000;

/**
 * Adds rows in any order. The new book takes the maps of the old one over, which is not to be used any
 * more: copying them with each burst of calls would cost more than everything else on the page.
 */
export function addToBook(book: AuditBook, rows: readonly CallRow[]): AuditBook {
  const isEmpty = book === emptyBook;
  const known = isEmpty ? new Map<string, CallRow>() : (book.rows as Map<string, CallRow>);
  const children = isEmpty
    ? new Map<string, readonly CallRow[]>()
    : (book.children as Map<string, readonly CallRow[]>);
  const fresh: CallRow[] = [];
  const below = new Map<string, CallRow[]>();
  const ended = new Map<string, CallRow>();
  for (const row of rows) {
    const before = known.get(row.id);
    if (before !== undefined && before.status !== 'running') continue;
    known.set(row.id, row);
    if (before !== undefined) {
      ended.set(row.id, row);
      continue;
    }
    if (row.parentId === null) {
      fresh.push(row);
      continue;
    }
    const siblings = below.get(row.parentId) ?? [];
    siblings.push(row);
    below.set(row.parentId, siblings);
  }
  // Once per call and not per row: a unit may make 20,000 calls below one.
  for (const [id, siblings] of below) {
    const all = [...(children.get(id) ?? []), ...siblings];
    children.set(
      id,
      all.sort((a, b) => a.ts - b.ts),
    );
  }
  const before = ended.size === 0 ? book.roots : book.roots.map((row) => ended.get(row.id) ?? row);
  const roots = fresh.length === 0 ? before : merge(fresh, before);
  const kept = roots.length > keptRoots ? roots.slice(0, keptRoots) : roots;
  for (const dropped of roots.slice(kept.length)) drop(known, children, dropped.id);
  return { roots: kept, children, rows: known };
}

/** The calls that run now. One that is gone and left no record leaves the book. */
export function setRunning(book: AuditBook, running: readonly RunningView[]): AuditBook {
  const ids = idsOf(running.map(({ id }) => id));
  const gone = book.roots.filter(({ id, status }) => status === 'running' && !ids.has(id));
  const fresh = running.filter(({ id }) => !book.rows.has(id)).map(runningRow);
  if (gone.length === 0) return addToBook(book, fresh);
  const [rows, children] = [new Map(book.rows), new Map(book.children)];
  for (const { id } of gone) drop(rows, children, id);
  const roots = book.roots.filter(({ id }) => rows.has(id));
  return addToBook({ roots, children, rows }, fresh);
}

/** Newest first. Nearly always all are newer, or all are older, than what is there. */
function merge(fresh: readonly CallRow[], before: readonly CallRow[]): readonly CallRow[] {
  // Of two that began together, the one written later stands above.
  const sorted = [...fresh].reverse().sort((a, b) => b.ts - a.ts);
  const [oldest, newest] = [sorted.at(-1)?.ts ?? 0, sorted[0]?.ts ?? 0];
  if (before[0] === undefined || oldest >= before[0].ts) return [...sorted, ...before];
  if (newest <= (before.at(-1)?.ts ?? 0)) return [...before, ...sorted];
  return [...sorted, ...before].sort((a, b) => b.ts - a.ts);
}

function drop(
  rows: Map<string, CallRow>,
  children: Map<string, readonly CallRow[]>,
  id: string,
): void {
  rows.delete(id);
  for (const child of children.get(id) ?? []) drop(rows, children, child.id);
  children.delete(id);
}

export function idsOf(ids: Iterable<string>): ReadonlySet<string> {
  return new Set(ids);
}
