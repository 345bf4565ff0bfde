// Often enough after a wake; each look of an idle process costs it its cold pages, 17 ms as measured once.
const everyMs = 15_000;

// A busy machine is late by seconds; nobody sleeps for less than this.
const sleptMs = 30_000;

export interface WakeClock {
  /** Milliseconds that go on while the machine sleeps. */
  readonly now: () => number;
  /** Calls again and again until it is stopped. */
  readonly every: (ms: number, run: () => void) => () => void;
}

const machine: WakeClock = {
  now: Date.now,
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref();
    return () => {
      clearInterval(timer);
    };
  },
};

/** Tells that the machine was asleep: its clock went on and our timers did not. Returns the stop. */
export function watchWake(onWake: () => void, clock = machine): () => void {
  let last = clock.now();
  return clock.every(everyMs, () => {
    const now = clock.now();
    const isLate = now - last > everyMs + sleptMs;
    last = now;
    if (isLate) onWake();
  });
}
