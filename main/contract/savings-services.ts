// What units saved over time, and what lists of tools cost.
import { z } from 'zod';
import type { TokenEconomyView } from './token-economy.ts';

export const savedDayView = z.strictObject({
  /** Local day, `2026-11-29`. */
  day: z.string(),
  calls: z.int(),
  rawBytes: z.int(),
  returnedBytes: z.int(),
  rawTokens: z.int(),
  returnedTokens: z.int(),
});
export type SavedDayView = z.infer<typeof savedDayView>;

export interface SavingsServices {
  /** The last `days` days, oldest first, each of them there. */
  savedDays(days: number): Promise<readonly SavedDayView[]>;
  /** Of a client by its id; empty for one that has no settings of its own. */
  economy(client: string): Promise<TokenEconomyView>;
}
