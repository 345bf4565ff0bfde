import sqlite from 'node-sqlite3-wasm';
import { addCountSql, auditFields, insertRecordSql } from './audit-schema.ts';

type Row = Record<string, string | number | bigint | null>;

const batch = 500;

export interface Salvaged {
  readonly rows: number;
  /** Nothing was unreadable. */
  readonly isWhole: boolean;
}

/** Copies every record that can still be read in `file` into `target`. */
export function salvage(file: string, target: sqlite.Database): Salvaged {
  let source: sqlite.Database;
  try {
    source = new sqlite.Database(file);
    // The write-ahead log beside it is readable only like this.
    source.get('PRAGMA locking_mode = EXCLUSIVE');
    // Else SQLite refuses a file that is shorter than its header says, and with it all that is left of it.
    source.exec('PRAGMA writable_schema = ON');
  } catch {
    return { rows: 0, isWhole: false };
  }
  try {
    const records = copyRecords(source, target);
    const isWhole = copyRest(source, target);
    return { rows: records.rows, isWhole: records.isWhole && isWhole };
  } finally {
    try {
      source.close();
    } catch {
      // A file this broken may refuse even that; it is only read.
    }
  }
}

function copyRecords(source: sqlite.Database, target: sqlite.Database): Salvaged {
  let rows = 0;
  let isWhole = true;
  // The first version of the tables had no numbers; its rows are read in one go.
  const key = hasColumn(source, 'seq') ? 'seq' : undefined;
  if (key === undefined) {
    const all = attempt(() => source.all('SELECT * FROM audit ORDER BY ts') as Row[]);
    return { rows: insert(target, all ?? []), isWhole: all !== undefined };
  }
  let after = 0;
  let step = batch;
  let skip = 1;
  while (after < Number.MAX_SAFE_INTEGER / 2) {
    const sql = `SELECT * FROM audit WHERE seq > ? ORDER BY seq LIMIT ${String(step)}`;
    const found = attempt(() => source.all(sql, [after]) as Row[]);
    if (found !== undefined) {
      const last = Number(found.at(-1)?.['seq']);
      // Torn pages may lead back to where we were.
      if (!(last > after)) {
        isWhole &&= found.length === 0;
        break;
      }
      rows += insert(target, found);
      after = last;
      step = batch;
      skip = 1;
      continue;
    }
    isWhole = false;
    if (step > 1) step = Math.ceil(step / 10);
    else {
      // A lost page takes some rows along; a lost tail takes all, and the leaps soon pass its end.
      after += skip;
      skip *= 2;
    }
  }
  return { rows, isWhole };
}

function copyRest(source: sqlite.Database, target: sqlite.Database): boolean {
  if (!hasColumn(source, 'seq')) return true;
  const counters = attempt(() => source.all('SELECT * FROM counters') as Row[]);
  for (const { day, unit, tool, client, calls, errors, bytes } of counters ?? []) {
    const values = [day, unit, tool, client, Number(calls), Number(errors), Number(bytes)];
    target.run(addCountSql, values as (string | number)[]);
  }
  // Which segments were taken is not copied: records of lost pages come back from those still there.
  return counters !== undefined;
}

function insert(target: sqlite.Database, rows: readonly Row[]): number {
  target.exec('BEGIN');
  const statement = target.prepare(insertRecordSql);
  try {
    for (const row of rows) {
      statement.run(
        auditFields.map(({ column, isJson }) => {
          const value = row[column] ?? (isJson === true ? '[]' : null);
          return typeof value === 'bigint' ? Number(value) : value;
        }),
      );
    }
  } finally {
    statement.finalize();
    target.exec('COMMIT');
  }
  return rows.length;
}

function hasColumn(db: sqlite.Database, column: string): boolean {
  const columns = attempt(() => db.all('PRAGMA table_info(audit)') as Row[]);
  return columns?.some((found) => found['name'] === column) ?? false;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
