import type { ErrorsSpec, RetryStrategy } from '../dadl/model.ts';

/** Wait before repeat number `repeat`, which starts at 1. */
export function backoffDelay({ backoff, initialDelayMs }: RetryStrategy, repeat: number): number {
  switch (backoff) {
    case 'exponential':
      return initialDelayMs * 2 ** (repeat - 1);
    case 'linear':
      return initialDelayMs * repeat;
    case 'fixed':
      return initialDelayMs;
  }
}

/** Milliseconds from now that a header like Retry-After asks for; undefined when it can't be read. */
export function headerDelay(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (text === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    // Several services put a point in time where others put a span.
    return number > 1e9 ? Math.max(0, number * 1000 - now) : number * 1000;
  }
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** Until when the service wants no further request, read from any reply that says there are none left. */
export function holdUntil(
  errors: ErrorsSpec,
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  if (errors.remainingHeader === undefined) return undefined;
  if (headers[errors.remainingHeader]?.trim() !== '0') return undefined;
  const own = errors.retryAfterHeader === undefined ? undefined : headers[errors.retryAfterHeader];
  const delay =
    headerDelay(own, now) ??
    headerDelay(headers['x-ratelimit-reset'], now) ??
    errors.retry?.initialDelayMs ??
    1000;
  return now + delay;
}
