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
  /** The form the client has now. */
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
  /** The best form of the other kind: with a search in between, or without. */
  comparedWith: z.string(),
  /** Per cent of tokens that the recommended form saves against it; 0 when it costs about the same. */
  savedPercent: z.int(),
});
export type TokenEconomyView = z.infer<typeof tokenEconomyView>;
