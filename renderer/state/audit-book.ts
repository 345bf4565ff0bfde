import type { AuditView } from '../../main/contract/views.ts';

/** What clients asked, newest first, and what ran below each call. */
export interface AuditBook {
  readonly roots: readonly AuditView[];
  /** By parent id, in the order they ran. */
  readonly children: ReadonlyMap<string, readonly AuditView[]>;
  /** Every row by its id. */
  readonly rows: ReadonlyMap<string, AuditView>;
}

export const emptyBook: AuditBook = { roots: [], children: new Map(), rows: new Map() };

/** The page keeps this many calls; older ones stay in the app's database. */
const keptRoots = 100_000;

/**
 * Adds rows in any order. The new book takes the maps of the old one over, which is not to be used any
 * more: copying them with each burst of calls would cost more than everything else on the page.
 */
export function addToBook(book: AuditBook, rows: readonly AuditView[]): AuditBook {
  const isEmpty = book === emptyBook;
  const known = isEmpty ? new Map<string, AuditView>() : (book.rows as Map<string, AuditView>);
  const children = isEmpty
    ? new Map<string, readonly AuditView[]>()
    : (book.children as Map<string, readonly AuditView[]>);
  const fresh: AuditView[] = [];
  for (const row of rows) {
    if (known.has(row.id)) continue;
    known.set(row.id, row);
    if (row.parentId === null) {
      fresh.push(row);
      continue;
    }
    const siblings = [...(children.get(row.parentId) ?? []), row];
    children.set(
      row.parentId,
      siblings.sort((a, b) => a.ts - b.ts),
    );
  }
  const roots = fresh.length === 0 ? book.roots : merge(fresh, book.roots);
  const kept = roots.length > keptRoots ? roots.slice(0, keptRoots) : roots;
  for (const dropped of roots.slice(kept.length)) drop(known, children, dropped.id);
  return { roots: kept, children, rows: known };
}

/** Newest first. Nearly always all are newer, or all are older, than what is there. */
function merge(fresh: readonly AuditView[], before: readonly AuditView[]): readonly AuditView[] {
  // Of two that began together, the one written later stands above.
  const sorted = [...fresh].reverse().sort((a, b) => b.ts - a.ts);
  const [oldest, newest] = [sorted.at(-1)?.ts ?? 0, sorted[0]?.ts ?? 0];
  if (before[0] === undefined || oldest >= before[0].ts) return [...sorted, ...before];
  if (newest <= (before.at(-1)?.ts ?? 0)) return [...before, ...sorted];
  return [...sorted, ...before].sort((a, b) => b.ts - a.ts);
}

function drop(
  rows: Map<string, AuditView>,
  children: Map<string, readonly AuditView[]>,
  id: string,
): void {
  rows.delete(id);
  for (const child of children.get(id) ?? []) drop(rows, children, child.id);
  children.delete(id);
}

export function idsOf(ids: Iterable<string>): ReadonlySet<string> {
  return new Set(ids);
}
