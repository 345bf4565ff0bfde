/** Runs jq filters where they can hang or grow without hurting the gateway. */
export interface Transformer {
  /** The filter's outputs: none is null, one is itself, several are a list. Rejects with jq's message. */
  run(filter: string, input: unknown, timeoutMs: number): Promise<unknown>;
  /** What jq says against the filter's syntax, without running it. */
  check(filter: string): Promise<string | undefined>;
}
