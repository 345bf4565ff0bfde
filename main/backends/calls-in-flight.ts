/** How many calls run, and when none does. */
export class CallsInFlight {
  readonly #whenIdle = new Set<() => void>();
  #count = 0;

  get isIdle(): boolean {
    return this.#count === 0;
  }

  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const go of this.#whenIdle) go();
    }
  }

  /** Settles when no call runs, or after `mostMs`. */
  idle(mostMs: number): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        this.#whenIdle.delete(go);
        resolve();
      };
      this.#whenIdle.add(go);
      setTimeout(go, mostMs).unref();
    });
  }
}
