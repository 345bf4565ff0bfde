import type sqlite from 'node-sqlite3-wasm';
import type {
  AuditFilter,
  AuditQuery,
  CounterQuery,
  CounterView,
} from '../../contract/audit-query.ts';
import type { AuditRecord } from './audit-record.ts';
import { toRecord } from './audit-schema.ts';

export interface AuditPage {
  readonly records: readonly AuditRecord[];
  /** Where the next page begins; absent on the last. */
  readonly next?: { readonly ts: number; readonly seq: number } | undefined;
  /** Number of the newest record this page knows of; what is written later has a higher one. */
  readonly lastSeq: number;
}

type Value = string | number;

/** One page of records. Each filter alone is answered by its own index. */
export function queryAudit(db: sqlite.Database, query: AuditQuery): AuditPage {
  const { limit, order, after, afterSeq } = query;
  const newest = order === 'newest';
  const where = conditions(db, query);
  if (after !== undefined) {
    where.add(newest ? '(ts, seq) < (?, ?)' : '(ts, seq) > (?, ?)', after.ts, after.seq);
  }
  // Records come in the order they were written, which is what somebody who follows them wants.
  if (afterSeq !== undefined) where.add('seq > ?', afterSeq);
  const direction = newest ? 'DESC' : 'ASC';
  const by = afterSeq === undefined ? `ts ${direction}, seq ${direction}` : `seq ${direction}`;
  const sql = `SELECT * FROM audit ${where.sql()} ORDER BY ${by} LIMIT ?`;
  const rows = db.all(sql, [...where.values, limit]) as Record<string, unknown>[];
  const last = rows.length < limit ? undefined : rows.at(-1);
  const top = db.get('SELECT max(seq) AS seq FROM audit') as { seq: unknown } | null;
  return {
    records: rows.map(toRecord),
    ...(last !== undefined && { next: { ts: Number(last['ts']), seq: Number(last['seq']) } }),
    lastSeq: Math.max(Number(top?.seq ?? 0), 0),
  };
}

/** What was counted of units that keep no records. */
export function queryCounters(
  db: sqlite.Database,
  { unit, tool, client, since, until }: CounterQuery,
): readonly CounterView[] {
  const where = new Conditions();
  if (unit !== undefined) where.add('unit = ?', unit);
  if (tool !== undefined) where.add('tool = ?', tool);
  if (client !== undefined) where.add('client = ?', client);
  if (since !== undefined) where.add('day >= ?', day(since));
  if (until !== undefined) where.add('day <= ?', day(until));
  const sql = `SELECT * FROM counters ${where.sql()} ORDER BY day, unit, tool, client`;
  const rows = db.all(sql, where.values) as Record<string, unknown>[];
  return rows.map((row) => ({
    day: row['day'] as string,
    unit: row['unit'] as string,
    tool: row['tool'] as string,
    client: row['client'] as string,
    calls: Number(row['calls']),
    errors: Number(row['errors']),
    bytes: Number(row['bytes']),
  }));
}

class Conditions {
  readonly values: Value[] = [];
  readonly #parts: string[] = [];

  add(sql: string, ...values: readonly Value[]): void {
    this.#parts.push(sql);
    this.values.push(...values);
  }

  sql(): string {
    return this.#parts.length === 0 ? '' : `WHERE ${this.#parts.join(' AND ')}`;
  }
}

function conditions(db: sqlite.Database, filter: AuditFilter): Conditions {
  const where = new Conditions();
  if (filter.unit !== undefined) where.add('backend = ?', filter.unit);
  if (filter.tool !== undefined) where.add(`${toolColumn(db, filter.tool)} = ?`, filter.tool);
  if (filter.client !== undefined) where.add('client = ?', filter.client);
  if (filter.callerClass !== undefined) where.add('caller_class = ?', filter.callerClass);
  if (filter.status !== undefined) where.add('status = ?', filter.status);
  if (filter.traceId !== undefined) where.add('trace_id = ?', filter.traceId);
  if (filter.rootsOnly === true) where.add('parent_id IS NULL');
  if (filter.since !== undefined) where.add('ts >= ?', filter.since);
  if (filter.until !== undefined) where.add('ts <= ?', filter.until);
  if (filter.text !== undefined) {
    const like = `%${filter.text.replace(/[\\%_]/g, '\\$&')}%`;
    const places = ['params', 'exposed_as', 'tool', 'error_code', 'decided_by', 'console'];
    where.add(
      `(${places.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
      ...places.map(() => like),
    );
  }
  return where;
}

// A tool is asked for by its own name or by the one a client used. One column, so that one index answers.
function toolColumn(db: sqlite.Database, name: string): 'tool' | 'exposed_as' {
  const found = db.get('SELECT 1 FROM audit WHERE tool = ? LIMIT 1', [name]);
  return found === null ? 'exposed_as' : 'tool';
}

function day(ts: number): string {
  return new Date(ts).toISOString().slice(0, 10);
}
