export type Unsubscribe = () => void;

/**
 * A list of listeners for one kind of event. A listener that throws never stops the others; what it threw is
 * a rejection nobody caught, for the process to report.
 */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  on(listener: (value: T) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        // Swallowed, it once kept every list from the clients without a word.
        void Promise.reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
}

/** Calls `run` once after a burst of calls, `waitMs` after the first of them. */
export function coalesce(run: () => void, waitMs: number): { (): void; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, waitMs);
    timer.unref();
  };
  later.cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return later;
}
