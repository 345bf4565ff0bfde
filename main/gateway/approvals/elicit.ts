/** A question a client puts to its user. Resolves with the chosen value, undefined when there is none. */
export type Elicit = (
  question: { readonly message: string; readonly choices: readonly Choice[] },
  signal: AbortSignal,
) => Promise<string | undefined>;

interface Choice {
  readonly value: string;
  readonly title: string;
}
