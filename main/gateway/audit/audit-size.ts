import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type sqlite from 'node-sqlite3-wasm';
import type { AuditSizeView } from '../../contract/audit-query.ts';

/** Everything in the audit's folder: the database with its log, the journal, and a broken database put aside. */
export function auditSize(db: sqlite.Database, folder: string): AuditSizeView {
  const bytes = readdirSync(folder)
    // The journal's segments come and go while we look.
    .map((name) => statSync(path.join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.isFile() === true ? found.size : 0), 0);
  const row = db.get('SELECT min(ts) AS oldest FROM audit') as { oldest: unknown } | null;
  return { bytes, oldest: row?.oldest == null ? null : Number(row.oldest) };
}
