import type { AuditBook } from '../../state/audit-book.ts';
import type { CallRow } from '../../state/call-row.ts';
import { deepest, lineName } from './activity-lines.ts';

export interface CallSpan {
  readonly id: string;
  readonly label: string;
  /** 0 for the call itself, 1 to 3 for what ran below it. */
  readonly depth: number;
  readonly ms: number;
  /** Milliseconds after the call began. */
  readonly after: number;
  /** Both as a share of the whole call, 0 to 1. */
  readonly start: number;
  readonly length: number;
}

/** The call and everything below it on one scale. */
export function callSpans(book: AuditBook, root: CallRow): readonly CallSpan[] {
  const whole = Math.max(root.durationMs, 0.001);
  const spans: CallSpan[] = [];
  const add = (row: CallRow, depth: number) => {
    // Times are kept in whole milliseconds, so a sub-call may seem to begin early or end late.
    const start = Math.min(Math.max((row.ts - root.ts) / whole, 0), 1);
    spans.push({
      id: row.id,
      label: lineName(row),
      depth,
      ms: row.durationMs,
      after: Math.max(row.ts - root.ts, 0),
      start,
      length: Math.min(row.durationMs / whole, 1 - start),
    });
    for (const child of book.children.get(row.id) ?? []) add(child, Math.min(depth + 1, deepest));
  };
  add(root, 0);
  return spans;
}
