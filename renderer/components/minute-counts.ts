import { callState } from './status.ts';
import type { CallRow } from '../state/call-row.ts';

export interface MinuteCount {
  readonly calls: number;
  readonly errors: number;
}

const minute = 60_000;

/** Calls of the last `count` minutes, oldest first; the last one is still running. */
export function minuteCounts(
  rows: readonly CallRow[],
  now: number,
  count: number,
): readonly MinuteCount[] {
  const counts = Array.from({ length: count }, () => ({ calls: 0, errors: 0 }));
  for (const row of rows) {
    // A call may be newer than the time the page goes by.
    const bucket = counts[count - 1 - Math.max(0, Math.floor((now - row.ts) / minute))];
    if (bucket === undefined) continue;
    bucket.calls += 1;
    if (isFailure(row)) bucket.errors += 1;
  }
  return counts;
}

function isFailure(row: CallRow): boolean {
  const state = callState(row);
  return state === 'error' || state === 'denied';
}
