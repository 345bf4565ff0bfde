import type { AuditDetailView, CounterView } from '../../contract/audit-query.ts';
import { escapeLine } from '../../contract/escape-hidden.ts';
import { countOf } from '../../platform/count-of.ts';

const widths = [24, 8, 16, 34, 9, 10];

export const recordsHeader = row(['time', 'status', 'client', 'tool', 'ms', 'bytes'], 'error');

/** A record as one line for a person; sub-calls are indented below their call's name. */
export function recordLine(record: AuditDetailView): string {
  const indent = record.parentId === null ? '' : '  ';
  const cells = [
    new Date(record.ts).toISOString(),
    record.status,
    shown(record.client),
    `${indent}${shown(record.exposedAs)}`,
    record.durationMs.toFixed(1),
    String(record.bytesOut),
  ];
  return row(cells, record.errorCode ?? '');
}

export function counterLines(counters: readonly CounterView[]): readonly string[] {
  return counters.map(
    ({ day, unit, tool, client, calls, errors, bytes }) =>
      `${day}  ${unit}_${tool}  ${shown(client)}  ${countOf(calls, 'call')}, ${countOf(errors, 'error')}, ${countOf(bytes, 'byte')}`,
  );
}

function row(cells: readonly string[], last: string): string {
  const padded = cells.map((cell, index) => cell.padEnd(widths[index] ?? 0));
  return `${padded.join(' ')} ${last}`.trimEnd();
}

// Names come from clients: nothing in them moves a terminal's cursor.
function shown(text: string): string {
  return escapeLine(text.slice(0, 60));
}
