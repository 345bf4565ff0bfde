import type { AuditView } from '../../main/contract/views.ts';

/** What clients asked, newest first, and what ran below each call. */
export interface AuditBook {
  readonly roots: readonly AuditView[];
  /** By parent id, in the order they ran. */
  readonly children: ReadonlyMap<string, readonly AuditView[]>;
}

export const emptyBook: AuditBook = { roots: [], children: new Map() };

/** The page keeps this many calls; older ones stay in the app's database. */
const keptRoots = 10_000;

/** Adds rows as they come from the journal: newest last, a sub-call before its parent. */
export function addToBook(book: AuditBook, rows: readonly AuditView[]): AuditBook {
  const known = new Set(book.roots.map(({ id }) => id));
  const fresh = rows.filter(({ id, parentId }) => parentId === null && !known.has(id));
  const roots = [...fresh.reverse(), ...book.roots];
  // A long call is written after a short one that started later.
  if (fresh.length > 0) roots.sort((a, b) => b.ts - a.ts);

  const children = new Map(book.children);
  for (const row of rows) {
    if (row.parentId === null) continue;
    const siblings = children.get(row.parentId) ?? [];
    if (siblings.some(({ id }) => id === row.id)) continue;
    children.set(
      row.parentId,
      [...siblings, row].sort((a, b) => a.ts - b.ts),
    );
  }
  for (const dropped of roots.splice(keptRoots)) dropChildren(children, dropped.id);
  return { roots, children };
}

function dropChildren(children: Map<string, readonly AuditView[]>, id: string): void {
  for (const child of children.get(id) ?? []) dropChildren(children, child.id);
  children.delete(id);
}
