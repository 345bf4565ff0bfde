/** Ran out of its time. */
export class TimedOut extends Error {
  constructor(ms: number) {
    super(`it did not answer within ${ms / 1000} s`);
    this.name = 'TimedOut';
  }
}

/** Runs with a signal that ends with the outer one, or after `ms` with TimedOut. */
export async function within<T>(
  ms: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const pass = (): void => {
    own.abort(outer.reason);
  };
  if (outer.aborted) pass();
  outer.addEventListener('abort', pass, { once: true });
  const late = new TimedOut(ms);
  const timer = setTimeout(() => {
    own.abort(late);
  }, ms);
  try {
    return await run(own.signal);
  } catch (error) {
    // Whatever a broken stream says of itself, the clock was the reason.
    if (own.signal.aborted && own.signal.reason === late) throw late;
    throw error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', pass);
  }
}

/** Waits; rejects with the signal's reason when it ends first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
