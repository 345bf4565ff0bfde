/** Which hints a connection has had: each backend's comes once, with the first call into it. */
export class HintBook {
  readonly #hintOf: (backend: string) => string | undefined;
  readonly #given = new Set<string>();

  constructor(hintOf: (backend: string) => string | undefined) {
    this.#hintOf = hintOf;
  }

  take(backend: string): string | undefined {
    if (this.#given.has(backend)) return undefined;
    const hint = this.#hintOf(backend);
    if (hint !== undefined) this.#given.add(backend);
    return hint;
  }
}
