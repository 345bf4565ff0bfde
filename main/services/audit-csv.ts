import type { AuditDetailView } from '../contract/audit-query.ts';

type Cell = string | number | null;

const columns: readonly (readonly [string, (record: AuditDetailView) => Cell])[] = [
  ['time', (record) => new Date(record.ts).toISOString()],
  ['id', (record) => record.id],
  ['trace_id', (record) => record.traceId],
  ['parent_id', (record) => record.parentId],
  ['duration_ms', (record) => record.durationMs],
  ['user', (record) => record.user],
  ['client', (record) => record.client],
  ['client_info', (record) => record.clientInfo],
  ['caller_class', (record) => record.callerClass],
  ['kind', (record) => record.kind],
  ['backend', (record) => record.backend],
  ['tool', (record) => record.tool],
  ['exposed_as', (record) => record.exposedAs],
  ['access', (record) => record.access],
  ['status', (record) => record.status],
  ['error_code', (record) => record.errorCode],
  ['decided_by', (record) => record.decidedBy],
  ['bytes_in', (record) => record.bytesIn],
  ['bytes_out', (record) => record.bytesOut],
  ['tokens_out', (record) => record.tokensOut],
  ['sub_calls', (record) => record.subCalls],
  ['sub_bytes', (record) => record.subBytes],
  ['sub_tokens', (record) => record.subTokens],
  ['meta_removed', (record) => record.metaRemoved.join(' ')],
  [
    'modifications',
    (record) => (record.modifications.length === 0 ? '' : JSON.stringify(record.modifications)),
  ],
  ['params', (record) => record.params],
  ['console', (record) => record.console],
];

export const csvHeader = columns.map(([name]) => name).join(',');

/** One record as RFC 4180 has it, without the line's end. */
export function csvLine(record: AuditDetailView): string {
  return columns.map(([, read]) => cell(read(record))).join(',');
}

// A spreadsheet runs a text that begins like a formula; names and parameters come from clients and
// backends. The apostrophe makes it text (OWASP, "CSV Injection").
function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = /^[\s]*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
