import type sqlite from 'node-sqlite3-wasm';
import { number } from './audit-database.ts';

export interface Retention {
  readonly days: number;
  readonly maxBytes: number;
}

const dayMs = 86_400_000;
// Some ten milliseconds of work: records that arrive meanwhile wait no longer than this.
const chunk = 2000;

/** Deletes at most one chunk of the oldest; true when there is more to delete. */
export function prune(db: sqlite.Database, { days, maxBytes }: Retention, now: number): boolean {
  const oldest = now - days * dayMs;
  const day = new Date(oldest).toISOString().slice(0, 10);
  db.run('DELETE FROM counters WHERE day < ?', [day]);
  const tooOld = deleteOldest(db, 'ts < ?', oldest);
  const tooMuch = tooOld === 0 && usedBytes(db) > maxBytes ? deleteOldest(db, 'ts < ?', now) : 0;
  if (tooOld + tooMuch > 0) db.exec('PRAGMA incremental_vacuum');
  return tooOld === chunk || (tooMuch === chunk && usedBytes(db) > maxBytes);
}

/** What the records take, without pages that are free for new ones. */
function usedBytes(db: sqlite.Database): number {
  const pages = number(db, 'PRAGMA page_count') - number(db, 'PRAGMA freelist_count');
  return pages * number(db, 'PRAGMA page_size');
}

function deleteOldest(db: sqlite.Database, where: string, value: number): number {
  const sql = `DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE ${where} ORDER BY ts LIMIT ${String(chunk)})`;
  return db.run(sql, [value]).changes;
}
