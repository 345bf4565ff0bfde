import type { SavedDayView } from '../../../main/contract/savings-services.ts';
import type { SavingsView } from '../../../main/contract/views.ts';

interface SavedSum {
  readonly rawBytes: number;
  readonly returnedBytes: number;
  readonly rawTokens: number;
  readonly returnedTokens: number;
}

export interface SavedSums {
  readonly today: SavedSum;
  /** Over all days that are kept. */
  readonly total: SavedSum;
}

const nothing: SavedSum = { rawBytes: 0, returnedBytes: 0, rawTokens: 0, returnedTokens: 0 };

/**
 * Days as they were when they were asked for, and what has come since: the sums since the start are told
 * with each call, the days are a question to the database.
 */
export function savedSums(
  days: readonly SavedDayView[],
  then: SavingsView,
  now: SavingsView,
): SavedSums {
  const since: SavedSum = {
    rawBytes: now.rawBytes - then.rawBytes,
    returnedBytes: now.returnedBytes - then.returnedBytes,
    rawTokens: now.rawTokens - then.rawTokens,
    returnedTokens: now.returnedTokens - then.returnedTokens,
  };
  return {
    today: add(days.at(-1) ?? nothing, since),
    total: add(days.reduce<SavedSum>(add, nothing), since),
  };
}

function add(a: SavedSum, b: SavedSum): SavedSum {
  return {
    rawBytes: a.rawBytes + b.rawBytes,
    returnedBytes: a.returnedBytes + b.returnedBytes,
    rawTokens: a.rawTokens + b.rawTokens,
    returnedTokens: a.returnedTokens + b.returnedTokens,
  };
}
