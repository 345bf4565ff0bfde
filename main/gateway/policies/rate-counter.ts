const hourMs = 60 * 60 * 1000;
// A tool called more often than this in an hour is above any limit somebody would set.
const mostTimes = 100_000;
const sweepEvery = 1000;

/** Calls of the last hour, per caller and tool. */
export class RateCounter {
  readonly #times = new Map<string, number[]>();
  readonly #now: () => number;
  #added = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts a call at once, so that of calls made together each sees those before it. `earlier` are those;
   * `undo` takes the call back when it was denied: only what ran counts.
   */
  add(key: string): { readonly earlier: number; readonly undo: () => void } {
    this.#added += 1;
    if (this.#added % sweepEvery === 0) this.#sweep();
    const now = this.#now();
    const times = recent(this.#times.get(key) ?? [], now);
    const earlier = times.length;
    if (earlier < mostTimes) times.push(now);
    this.#times.set(key, times);
    return {
      earlier,
      undo: () => {
        const current = this.#times.get(key);
        const index = current?.lastIndexOf(now) ?? -1;
        if (index >= 0) current?.splice(index, 1);
      },
    };
  }

  #sweep(): void {
    const now = this.#now();
    for (const [key, times] of this.#times) {
      if ((times.at(-1) ?? 0) <= now - hourMs) this.#times.delete(key);
    }
  }
}

function recent(times: number[], now: number): number[] {
  const first = times.findIndex((time) => time > now - hourMs);
  return first === 0 ? times : first === -1 ? [] : times.slice(first);
}
