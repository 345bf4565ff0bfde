// What units saved over time, and what the tools they hide would cost.
import { z } from 'zod';

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

const manifest = z.strictObject({ tools: z.int(), bytes: z.int(), tokens: z.int() });

export const manifestsView = z.strictObject({
  /** All tools of the units' private backends, as they would be listed. */
  hidden: manifest,
  /** What a client of the default exposition lists instead. */
  shown: manifest,
});
export type ManifestsView = z.infer<typeof manifestsView>;

export interface SavingsServices {
  /** The last `days` days, oldest first, each of them there. */
  savedDays(days: number): Promise<readonly SavedDayView[]>;
  manifests(): Promise<ManifestsView>;
}
