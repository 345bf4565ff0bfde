import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import sqlite from 'node-sqlite3-wasm';
import { schemaSql, schemaVersion } from './audit-schema.ts';
import { salvage } from './salvage.ts';

export interface OpenedDatabase {
  readonly db: sqlite.Database;
  /** Said when the file had to be repaired. */
  readonly notice?: string;
}

/**
 * Opens the database, or makes it. One that is broken is put aside and what can be read of it copied into
 * a new one; the journal then brings back what it had not read.
 */
export function openDatabase(file: string, isClean: boolean): OpenedDatabase {
  // The library locks by a folder, which a killed process leaves behind. We are the only owner.
  rmSync(`${file}.lock`, { recursive: true, force: true });
  if (!existsSync(file)) return { db: create(file) };
  let db: sqlite.Database | undefined;
  try {
    db = connect(file);
    const broken = fault(db, file, isClean);
    if (broken === undefined) {
      db.exec(schemaSql);
      return { db };
    }
    db.close();
    return rebuild(file, broken);
  } catch (error) {
    if (!isBroken(error)) throw error;
    db?.close();
    return rebuild(file, (error as Error).message);
  }
}

/** True when the file's content is at fault, not the disk or a statement. */
export function isBroken(error: unknown): boolean {
  return (
    error instanceof Error && /malformed|not a database|corrupt|disk image/i.test(error.message)
  );
}

/** Puts the file aside and copies what can be read of it into a new one. */
export function rebuild(file: string, reason: string): OpenedDatabase {
  const aside = `${file}.broken`;
  for (const end of ['', '-wal', '-journal']) {
    rmSync(`${aside}${end}`, { force: true });
    if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`);
  }
  rmSync(`${aside}.lock`, { recursive: true, force: true });
  rmSync(`${file}.lock`, { recursive: true, force: true });
  const db = create(file);
  const { rows, isWhole } = salvage(aside, db);
  if (isWhole)
    for (const end of ['', '-wal', '-journal']) rmSync(`${aside}${end}`, { force: true });
  const kept = isWhole ? '' : `; the old file is ${aside}`;
  return {
    db,
    notice: `The audit database was rebuilt (${reason}): ${String(rows)} records were taken over${kept}`,
  };
}

function create(file: string): sqlite.Database {
  const db = connect(file);
  db.exec(schemaSql);
  return db;
}

// Write-ahead logging works here only without shared memory, which an exclusive owner needs not. A commit
// then costs no fsync, and a database that was killed in the middle reads as before the commit.
function connect(file: string): sqlite.Database {
  const db = new sqlite.Database(file);
  // First: a file with a log cannot even be looked at without it.
  db.get('PRAGMA locking_mode = EXCLUSIVE');
  db.exec('PRAGMA auto_vacuum = INCREMENTAL');
  db.get('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -16000');
  return db;
}

function fault(db: sqlite.Database, file: string, isClean: boolean): string | undefined {
  const version = number(db, 'PRAGMA user_version');
  if (version !== schemaVersion) return `its tables are of version ${String(version)}`;
  db.get('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = number(db, 'PRAGMA page_count');
  const size = number(db, 'PRAGMA page_size');
  if (statSync(file).size < pages * size) return 'its file is cut off';
  if (isClean) return undefined;
  const found = db.get('PRAGMA quick_check(1)') as { quick_check?: unknown } | null;
  return found?.quick_check === 'ok' ? undefined : 'it is damaged';
}

/** The only number a statement answers. */
export function number(db: sqlite.Database, sql: string, values: (string | number)[] = []): number {
  const row = db.get(sql, values) as Record<string, unknown> | null;
  return Number(Object.values(row ?? {})[0] ?? 0);
}
