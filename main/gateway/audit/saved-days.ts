import type sqlite from 'node-sqlite3-wasm';
import type { SavedDayView } from '../../contract/savings-services.ts';

export interface SavedDaysQuery {
  /** Epoch milliseconds. */
  readonly since: number;
  /** Minutes to add to UTC for the user's day. */
  readonly offsetMinutes: number;
}

/** What tools with private calls returned against what those calls did, per day that had any. */
export function querySavedDays(
  db: sqlite.Database,
  { since, offsetMinutes }: SavedDaysQuery,
): readonly SavedDayView[] {
  const sql = `SELECT date(ts / 1000 + ?, 'unixepoch') AS day, count(*) AS calls,
    sum(sub_bytes) AS raw, sum(bytes_out) AS returned,
    sum(CASE WHEN tokens_out IS NULL THEN 0 ELSE coalesce(sub_tokens, 0) END) AS raw_tokens,
    sum(CASE WHEN sub_tokens IS NULL THEN 0 ELSE coalesce(tokens_out, 0) END) AS returned_tokens
    FROM audit WHERE ts >= ? AND kind = 'tool' AND status = 'success' AND sub_calls > 0
    GROUP BY day ORDER BY day`;
  const rows = db.all(sql, [offsetMinutes * 60, since]) as Record<string, unknown>[];
  return rows.map((row) => ({
    day: row['day'] as string,
    calls: Number(row['calls']),
    rawBytes: Number(row['raw']),
    returnedBytes: Number(row['returned']),
    rawTokens: Number(row['raw_tokens']),
    returnedTokens: Number(row['returned_tokens']),
  }));
}
