/** Every secret value this backend has used, to keep them out of texts that leave it. */
export class Secrets {
  readonly #values = new Set<string>();

  /** Remembers the value, also as it looks inside a URL. */
  add(value: string): void {
    // One character would turn every text into holes.
    if (value.length < 2) return;
    this.#values.add(value);
    this.#values.add(encodeURIComponent(value));
  }

  scrub(text: string): string {
    // Longer ones first: a secret may contain another.
    const values = [...this.#values].sort((a, b) => b.length - a.length);
    return values.reduce((rest, value) => rest.replaceAll(value, '[secret]'), text);
  }
}
