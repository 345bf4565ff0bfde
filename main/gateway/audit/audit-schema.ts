// The audit's tables, and how a record becomes a row and back.
import type { AuditRecord } from './audit-record.ts';

type Value = string | number | null;
type Row = Readonly<Record<string, unknown>>;

interface Field {
  readonly column: string;
  readonly key: keyof AuditRecord;
  readonly type: string;
  /** Kept as JSON text. */
  readonly isJson?: true;
}

const text = 'TEXT NOT NULL';
const integer = 'INTEGER NOT NULL';

export const auditFields: readonly Field[] = [
  { column: 'id', key: 'id', type: `${text} UNIQUE` },
  { column: 'trace_id', key: 'traceId', type: text },
  { column: 'parent_id', key: 'parentId', type: 'TEXT' },
  { column: 'ts', key: 'ts', type: integer },
  { column: 'duration_ms', key: 'durationMs', type: 'REAL NOT NULL' },
  { column: 'user', key: 'user', type: text },
  { column: 'client', key: 'client', type: text },
  { column: 'client_info', key: 'clientInfo', type: text },
  { column: 'caller_class', key: 'callerClass', type: text },
  { column: 'kind', key: 'kind', type: text },
  { column: 'backend', key: 'backend', type: text },
  { column: 'tool', key: 'tool', type: text },
  { column: 'exposed_as', key: 'exposedAs', type: text },
  { column: 'access', key: 'access', type: text },
  { column: 'params', key: 'params', type: 'TEXT' },
  { column: 'status', key: 'status', type: text },
  { column: 'error_code', key: 'errorCode', type: 'TEXT' },
  { column: 'decided_by', key: 'decidedBy', type: 'TEXT' },
  { column: 'bytes_in', key: 'bytesIn', type: integer },
  { column: 'bytes_out', key: 'bytesOut', type: integer },
  { column: 'tokens_out', key: 'tokensOut', type: 'INTEGER' },
  { column: 'sub_calls', key: 'subCalls', type: integer },
  { column: 'sub_bytes', key: 'subBytes', type: integer },
  { column: 'sub_tokens', key: 'subTokens', type: 'INTEGER' },
  { column: 'meta_removed', key: 'metaRemoved', type: text, isJson: true },
  { column: 'modifications', key: 'modifications', type: text, isJson: true },
  { column: 'console', key: 'console', type: text },
];

/** Raised when the tables change; an older database is copied into a new one. */
export const schemaVersion = 2;

const indexed = ['backend', 'tool', 'exposed_as', 'client', 'caller_class', 'status'];

// Every index ends with the time and, as all of SQLite's do, with the row's number: each filter finds its
// newest rows without sorting.
export const schemaSql = `
CREATE TABLE IF NOT EXISTS audit (seq INTEGER PRIMARY KEY, ${auditFields
  .map(({ column, type }) => `${column} ${type}`)
  .join(', ')});
CREATE INDEX IF NOT EXISTS audit_ts ON audit (ts);
CREATE INDEX IF NOT EXISTS audit_trace ON audit (trace_id);
${indexed.map((column) => `CREATE INDEX IF NOT EXISTS audit_${column} ON audit (${column}, ts);`).join('\n')}
CREATE INDEX IF NOT EXISTS audit_changed ON audit (ts) WHERE modifications <> '[]';
CREATE TABLE IF NOT EXISTS counters (
  day TEXT NOT NULL, unit TEXT NOT NULL, tool TEXT NOT NULL, client TEXT NOT NULL,
  calls INTEGER NOT NULL, errors INTEGER NOT NULL, bytes INTEGER NOT NULL,
  PRIMARY KEY (day, unit, tool, client)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS segments (name TEXT PRIMARY KEY) WITHOUT ROWID;
PRAGMA user_version = ${String(schemaVersion)};
`;

export const insertRecordSql = `INSERT OR IGNORE INTO audit (${auditFields
  .map(({ column }) => column)
  .join(', ')}) VALUES (${auditFields.map(() => '?').join(', ')})`;

export const addCountSql = `INSERT INTO counters (day, unit, tool, client, calls, errors, bytes)
VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
calls = calls + excluded.calls, errors = errors + excluded.errors, bytes = bytes + excluded.bytes`;

export function toRow(record: AuditRecord): Value[] {
  // A journal of an earlier version lacks what was added since.
  const values = record as unknown as Readonly<Record<string, Value | undefined>>;
  return auditFields.map(({ key, isJson }) =>
    isJson === true ? JSON.stringify(values[key] ?? []) : (values[key] ?? null),
  );
}

// The rows are our own: the schema above is their only writer.
export function toRecord(row: Row): AuditRecord {
  const pairs = auditFields.map(({ column, key, isJson }): [string, unknown] => {
    const value = row[column];
    if (isJson === true) return [key, JSON.parse((value as string | undefined) ?? '[]') as unknown];
    return [key, typeof value === 'bigint' ? Number(value) : (value ?? null)];
  });
  return Object.fromEntries(pairs) as unknown as AuditRecord;
}
