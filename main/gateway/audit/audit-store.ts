import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type sqlite from 'node-sqlite3-wasm';
import type {
  AuditQuery,
  AuditSizeView,
  CounterQuery,
  CounterView,
  PolicyCountQuery,
  PolicyCountView,
} from '../../contract/audit-query.ts';
import { isBroken, openDatabase, rebuild, type OpenedDatabase } from './audit-database.ts';
import type { TokenFill } from './audit-record.ts';
import { addCountSql, insertRecordSql, toRow } from './audit-schema.ts';
import { auditSize } from './audit-size.ts';
import { countPolicies } from './count-policies.ts';
import { queryAudit, queryCounters, type AuditPage } from './query-audit.ts';
import { readSegment } from './read-segment.ts';
import { prune, type Retention } from './retention.ts';
import { querySavedDays, type SavedDaysQuery } from './saved-days.ts';
import type { SavedDayView } from '../../contract/savings-services.ts';

// Segments stay until the database has them for good, which costs an fsync; this many wait for one.
const checkpointEvery = 25;

/** The database. One process at a time owns it: the one that owns the gateway's socket. */
export class AuditStore {
  readonly #file: string;
  readonly #onNotice: (text: string) => void;
  #db: sqlite.Database;
  /** Taken over, and still on the disk. */
  #taken: string[] = [];

  constructor(folder: string, onNotice: (text: string) => void) {
    this.#file = path.join(folder, 'audit.db');
    this.#onNotice = onNotice;
    const isClean = !existsSync(`${this.#file}-wal`);
    this.#db = this.#adopt(openDatabase(this.#file, isClean));
  }

  /** Takes over a closed segment. A record that is there already is left as it is. */
  ingest(file: string, fills: readonly TokenFill[] = []): void {
    this.#repairing(() => {
      this.#take(file, fills);
    });
    if (this.#taken.length >= checkpointEvery) this.checkpoint();
  }

  /** Segments that an earlier run could not hand over. */
  ingestLeftovers(files: readonly string[]): void {
    for (const file of files) this.ingest(file);
    this.checkpoint();
  }

  query(query: AuditQuery): AuditPage {
    return this.#repairing(() => queryAudit(this.#db, query));
  }

  counters(query: CounterQuery): readonly CounterView[] {
    return this.#repairing(() => queryCounters(this.#db, query));
  }

  policyCounts({ since }: PolicyCountQuery): readonly PolicyCountView[] {
    return this.#repairing(() => countPolicies(this.#db, since));
  }

  size(): AuditSizeView {
    return this.#repairing(() => auditSize(this.#db, path.dirname(this.#file)));
  }

  savedDays(query: SavedDaysQuery): readonly SavedDayView[] {
    return this.#repairing(() => querySavedDays(this.#db, query));
  }

  /** Deletes a part of what is too old or too much; true when there is more to delete. */
  prune(retention: Retention, now: number): boolean {
    return this.#repairing(() => prune(this.#db, retention, now));
  }

  /** Everything taken over is on the disk now, and its segments are gone. */
  checkpoint(): void {
    const { busy, log } = this.#db.get('PRAGMA wal_checkpoint(TRUNCATE)') as Record<
      string,
      unknown
    >;
    if (Number(busy) !== 0 || Number(log) > 0 || this.#taken.length === 0) return;
    for (const file of this.#taken) rmSync(file, { force: true });
    this.#taken = [];
    this.#db.exec('DELETE FROM segments');
  }

  close(): void {
    this.#db.exec('PRAGMA analysis_limit = 400; PRAGMA optimize');
    this.checkpoint();
    this.#db.close();
  }

  #take(file: string, fills: readonly TokenFill[]): void {
    const name = path.basename(file);
    const filled = new Map(fills.map((fill) => [fill.id, fill]));
    const isNew =
      existsSync(file) && this.#db.get('SELECT 1 FROM segments WHERE name = ?', [name]) == null;
    if (existsSync(file) && !this.#taken.includes(file)) this.#taken.push(file);
    if (!isNew && fills.length === 0) return;
    this.#db.exec('BEGIN');
    try {
      if (isNew) this.#insert(file, filled);
      this.#fill([...filled.values()]);
      this.#db.exec('COMMIT');
    } catch (error) {
      rollBack(this.#db);
      this.#taken = this.#taken.filter((taken) => taken !== file);
      throw error;
    }
  }

  #insert(file: string, filled: Map<string, TokenFill>): void {
    const { records, counts } = readSegment(file);
    const insert = this.#db.prepare(insertRecordSql);
    try {
      for (const record of records) {
        const fill = filled.get(record.id);
        filled.delete(record.id);
        insert.run(toRow(fill === undefined ? record : { ...record, ...fill }));
      }
    } finally {
      insert.finalize();
    }
    for (const { day, unit, tool, client, failed, bytes } of counts) {
      this.#db.run(addCountSql, [day, unit, tool, client, 1, failed ? 1 : 0, bytes]);
    }
    // The same transaction: a segment is counted once, however often it is found.
    this.#db.run('INSERT INTO segments (name) VALUES (?)', [path.basename(file)]);
  }

  #fill(fills: readonly TokenFill[]): void {
    if (fills.length === 0) return;
    const update = this.#db.prepare('UPDATE audit SET tokens_out = ?, sub_tokens = ? WHERE id = ?');
    try {
      for (const { id, tokensOut, subTokens } of fills) update.run([tokensOut, subTokens, id]);
    } finally {
      update.finalize();
    }
  }

  /** A database found broken while it is used is rebuilt once, and the work done again. */
  #repairing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isBroken(error)) throw error;
      closeBroken(this.#db);
      this.#taken = [];
      this.#db = this.#adopt(rebuild(this.#file, (error as Error).message));
      return work();
    }
  }

  #adopt({ db, notice }: OpenedDatabase): sqlite.Database {
    if (notice !== undefined) this.#onNotice(notice);
    return db;
  }
}

function closeBroken(db: sqlite.Database): void {
  try {
    db.close();
  } catch {
    // Its file is put aside whether or not it could write a last time.
  }
}

function rollBack(db: sqlite.Database): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself.
  }
}
