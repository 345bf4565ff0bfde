/** A DADL file as it was read from the disk, with what it includes. backends/rest gives it a meaning. */
export interface DadlSource {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  /** By the path written in `includes`: the fragment's text, or why it was not read. */
  readonly fragments: Readonly<Record<string, DadlFragment>>;
}

export type DadlFragment = { readonly text: string } | { readonly refused: string };
