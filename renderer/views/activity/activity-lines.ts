import type { AuditFilter } from '../../../main/contract/audit-query.ts';
import type { AuditView } from '../../../main/contract/views.ts';
import type { CallRow } from '../../state/call-row.ts';
import type { AuditBook } from '../../state/audit-book.ts';

/** One visible row of the list: a call, or a sub-call below an open one. */
export interface ActivityLine {
  readonly row: CallRow;
  /** 0 for a call, 1 to 3 for what ran below it. */
  readonly depth: number;
  readonly isLast: boolean;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}

export interface ActivityFilter {
  readonly text: string;
  readonly status: 'all' | AuditView['status'];
  /** Empty for any. */
  readonly unit: string;
  readonly tool: string;
  readonly client: string;
  readonly callerClass: string;
}

export const noFilter: ActivityFilter = {
  text: '',
  status: 'all',
  unit: '',
  tool: '',
  client: '',
  callerClass: '',
};

/** The deepest level that is drawn apart; anything below is drawn there too. */
export const deepest = 3;

export function isOpenFilter(filter: ActivityFilter): boolean {
  return Object.keys(toAuditFilter(filter)).length === 0;
}

/** The same question for the database. */
export function toAuditFilter(filter: ActivityFilter): AuditFilter {
  const { text, status, unit, tool, client, callerClass } = filter;
  return {
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(status !== 'all' && { status }),
    ...(unit !== '' && { unit }),
    ...(tool !== '' && { tool }),
    ...(client !== '' && { client }),
    ...(callerClass !== '' && { callerClass }),
  };
}

/** `found` holds what the database found by its text: it looks into more than the page has. */
export function matches(row: CallRow, filter: ActivityFilter, found: ReadonlySet<string>): boolean {
  const { status, unit, tool, client, callerClass } = filter;
  if (status !== 'all' && row.status !== status) return false;
  if (unit !== '' && row.backend !== unit) return false;
  if (tool !== '' && row.tool !== tool) return false;
  if (client !== '' && row.client !== client) return false;
  if (callerClass !== '' && row.callerClass !== callerClass) return false;
  const wanted = filter.text.trim().toLowerCase();
  if (wanted === '' || found.has(row.id)) return true;
  return [row.exposedAs, row.backend, row.tool, row.client, row.errorCode, row.params].some(
    (field) => field?.toLowerCase().includes(wanted) ?? false,
  );
}

/** A call; what is below it may not be here yet, and is asked for when it is opened. */
export function rootLine(book: AuditBook, row: CallRow, isOpen: boolean): ActivityLine {
  const hasChildren = (book.children.get(row.id)?.length ?? 0) > 0 || row.subCalls > 0;
  return { row, depth: 0, isLast: false, hasChildren, isOpen };
}

/** Everything below a call; it opens as a whole. */
export function subLines(book: AuditBook, root: CallRow): readonly ActivityLine[] {
  const lines: ActivityLine[] = [];
  const add = (parent: CallRow, depth: number) => {
    const below = book.children.get(parent.id) ?? [];
    for (const [index, row] of below.entries()) {
      const hasChildren = book.children.has(row.id);
      lines.push({ row, depth, isLast: index === below.length - 1, hasChildren, isOpen: true });
      add(row, Math.min(depth + 1, deepest));
    }
  };
  add(root, 1);
  return lines;
}

/** What a sub-call is named: a private one as the glue writes it, a tool by its public name. */
export function lineName(row: CallRow): string {
  if (row.kind === 'api') return `${row.backend}.${row.tool}`;
  return row.exposedAs === '' ? row.tool : row.exposedAs;
}
