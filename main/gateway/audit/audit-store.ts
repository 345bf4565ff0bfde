import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import type { AuditRecord } from './audit-record.ts';
import { isSegment } from './journal.ts';

const columns = [
  'id',
  'trace_id',
  'parent_id',
  'ts',
  'duration_ms',
  'user',
  'client',
  'client_info',
  'caller_class',
  'kind',
  'backend',
  'tool',
  'exposed_as',
  'access',
  'params',
  'status',
  'error_code',
  'decided_by',
  'bytes_in',
  'bytes_out',
  'sub_calls',
  'sub_bytes',
  'meta_removed',
  'console',
] as const;

const schema = `
CREATE TABLE IF NOT EXISTS audit (
  id TEXT PRIMARY KEY, trace_id TEXT NOT NULL, parent_id TEXT, ts INTEGER NOT NULL, duration_ms REAL NOT NULL,
  user TEXT NOT NULL, client TEXT NOT NULL, client_info TEXT NOT NULL, caller_class TEXT NOT NULL,
  kind TEXT NOT NULL, backend TEXT NOT NULL, tool TEXT NOT NULL, exposed_as TEXT NOT NULL, access TEXT NOT NULL,
  params TEXT, status TEXT NOT NULL, error_code TEXT, decided_by TEXT,
  bytes_in INTEGER NOT NULL, bytes_out INTEGER NOT NULL, sub_calls INTEGER NOT NULL, sub_bytes INTEGER NOT NULL,
  meta_removed TEXT NOT NULL, console TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS audit_ts ON audit (ts);
CREATE INDEX IF NOT EXISTS audit_trace ON audit (trace_id);
`;

/** The database. One process at a time owns it: the one that owns the gateway's socket. */
export class AuditStore {
  readonly #folder: string;
  readonly #db: sqlite.Database;

  constructor(folder: string) {
    this.#folder = folder;
    const file = path.join(folder, 'audit.db');
    // The library locks by a folder, which a killed process leaves behind. We are the only owner.
    rmSync(`${file}.lock`, { recursive: true, force: true });
    this.#db = new sqlite.Database(file);
    this.#db.exec(schema);
  }

  /** Takes over a closed segment and deletes it. A record that is there already is left as it is. */
  ingest(file: string): void {
    // At the start a segment can be a leftover and a hand-over at once; the first one took it.
    if (!existsSync(file)) return;
    const records = readSegment(file);
    this.#db.exec('BEGIN');
    try {
      const insert = this.#db.prepare(
        `INSERT OR IGNORE INTO audit (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      try {
        for (const record of records) insert.run(toRow(record));
      } finally {
        insert.finalize();
      }
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
    rmSync(file, { force: true });
  }

  /** Segments that an earlier run could not hand over. */
  ingestLeftovers(): void {
    for (const name of readdirSync(this.#folder).filter(isSegment).sort()) {
      this.ingest(path.join(this.#folder, name));
    }
  }

  /** The newest `limit` records, newest last. */
  recent(limit: number): readonly AuditRecord[] {
    const rows = this.#db.all('SELECT * FROM audit ORDER BY ts DESC LIMIT ?', [limit]);
    return rows.map(toRecord).reverse();
  }

  close(): void {
    this.#db.close();
  }
}

// The last line of a segment may be cut off: its call was never answered.
function readSegment(file: string): readonly AuditRecord[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as AuditRecord];
      } catch {
        return [];
      }
    });
}

function toRow(record: AuditRecord): (string | number | null)[] {
  return [
    record.id,
    record.traceId,
    record.parentId,
    record.ts,
    record.durationMs,
    record.user,
    record.client,
    record.clientInfo,
    record.callerClass,
    record.kind,
    record.backend,
    record.tool,
    record.exposedAs,
    record.access,
    record.params,
    record.status,
    record.errorCode,
    record.decidedBy,
    record.bytesIn,
    record.bytesOut,
    record.subCalls,
    record.subBytes,
    JSON.stringify(record.metaRemoved),
    record.console,
  ];
}

// The rows are our own: the schema above is the only writer.
function toRecord(row: Record<string, unknown>): AuditRecord {
  const text = (name: string): string => row[name] as string;
  const number = (name: string): number => Number(row[name]);
  return {
    id: text('id'),
    traceId: text('trace_id'),
    parentId: row['parent_id'] as string | null,
    ts: number('ts'),
    durationMs: number('duration_ms'),
    user: text('user'),
    client: text('client'),
    clientInfo: text('client_info'),
    callerClass: text('caller_class'),
    kind: text('kind') as AuditRecord['kind'],
    backend: text('backend'),
    tool: text('tool'),
    exposedAs: text('exposed_as'),
    access: text('access'),
    params: row['params'] as string | null,
    status: text('status') as AuditRecord['status'],
    errorCode: row['error_code'] as string | null,
    decidedBy: row['decided_by'] as string | null,
    bytesIn: number('bytes_in'),
    bytesOut: number('bytes_out'),
    subCalls: number('sub_calls'),
    subBytes: number('sub_bytes'),
    metaRemoved: JSON.parse(text('meta_removed')) as string[],
    console: text('console'),
  };
}
