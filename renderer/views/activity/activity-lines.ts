import type { AuditView } from '../../../main/contract/views.ts';
import type { AuditBook } from '../../state/audit-book.ts';

/** One visible row of the list: a call, or a sub-call below an open one. */
export interface ActivityLine {
  readonly row: AuditView;
  /** 0 for a call, 1 to 3 for what ran below it. */
  readonly depth: number;
  readonly isLast: boolean;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}

export interface ActivityFilter {
  readonly text: string;
  readonly status: 'all' | AuditView['status'];
}

/** The deepest level that is drawn apart; anything below is drawn there too. */
const deepest = 3;

export function matches(row: AuditView, { text, status }: ActivityFilter): boolean {
  if (status !== 'all' && row.status !== status) return false;
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return true;
  return [row.exposedAs, row.backend, row.tool, row.client, row.errorCode, row.params].some(
    (field) => field?.toLowerCase().includes(wanted) ?? false,
  );
}

export function activityLines(
  book: AuditBook,
  roots: readonly AuditView[],
  open: ReadonlySet<string>,
): readonly ActivityLine[] {
  const lines: ActivityLine[] = [];
  const add = (row: AuditView, depth: number, isLast: boolean) => {
    const below = book.children.get(row.id) ?? [];
    // Only a call has the disclosure; what is below opens with it.
    const isOpen = depth > 0 || open.has(row.id);
    lines.push({ row, depth, isLast, hasChildren: below.length > 0, isOpen });
    if (!isOpen) return;
    for (const [index, child] of below.entries()) {
      add(child, Math.min(depth + 1, deepest), index === below.length - 1);
    }
  };
  for (const row of roots) add(row, 0, false);
  return lines;
}

/** What a sub-call is named: a private one as the glue writes it, a tool by its public name. */
export function lineName(row: AuditView): string {
  if (row.kind === 'api') return `${row.backend}.${row.tool}`;
  return row.exposedAs === '' ? row.tool : row.exposedAs;
}
