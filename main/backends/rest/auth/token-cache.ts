export interface Token {
  readonly value: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly renewBeforeMs: number;
}

/** Access tokens of all backends. Whoever comes while one is being fetched waits for that one. */
export class TokenCache {
  readonly #tokens = new Map<string, Token>();
  readonly #pending = new Map<string, Promise<Token>>();

  /** The kept token while it is valid after `neededUntil`, else a new one. */
  async get(key: string, neededUntil: number, fetch: () => Promise<Token>): Promise<Token> {
    const known = this.#tokens.get(key);
    if (known !== undefined && neededUntil < known.expiresAt) return known;
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const fetching = fetch()
      .then((token) => {
        this.#tokens.set(key, token);
        return token;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, fetching);
    return fetching;
  }

  drop(key: string): void {
    this.#tokens.delete(key);
  }
}
