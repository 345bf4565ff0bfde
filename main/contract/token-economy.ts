import { z } from 'zod';

const listCost = z.strictObject({
  tools: z.number(),
  bytes: z.number(),
  /** Counted by the tokenizer, not estimated. */
  tokens: z.number(),
});

/** What the list of tools costs a client, in each form it could have. */
export const tokenEconomyView = z.strictObject({
  client: z.string(),
  /** What the client has now. */
  current: z.string(),
  forms: z.array(
    listCost.extend({
      /** `code`, `flat`, `grouped` or `grouped, compact`. */
      form: z.string(),
      /** The form served instead, when the client does not take that many tools. */
      servedAs: z.string().nullable(),
    }),
  ),
  /** Tools of private backends behind units: what listing them would have cost. */
  hidden: listCost,
  recommended: z.string(),
  reason: z.string(),
});
export type TokenEconomyView = z.infer<typeof tokenEconomyView>;
