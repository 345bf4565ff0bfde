import { Emitter, type Unsubscribe } from '../platform/emitter.ts';
import type { CallRecord } from './audit/call-record.ts';
import type { BegunCall } from './audit/audit-record.ts';

/** Most calls are over before anybody could read that they run. */
const shownAfterMs = 400;

/** Calls of clients that were let through and have no answer yet. Nothing is kept of them: the audit has what was answered. */
export class RunningCalls {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #shown = new Map<string, BegunCall>();
  readonly #changed = new Emitter<undefined>();
  readonly #hide: (call: BegunCall) => BegunCall;

  /** `hide` takes known secrets out. */
  constructor(hide: (call: BegunCall) => BegunCall) {
    this.#hide = hide;
  }

  /** Of a unit that wants no records, a running call is nobody's business either. */
  began(record: CallRecord): void {
    if (!record.isKept()) return;
    const show = (): void => {
      this.#timers.delete(record.id);
      this.#shown.set(record.id, this.#hide(record.begun()));
      this.#changed.emit(undefined);
    };
    this.#timers.set(record.id, setTimeout(show, shownAfterMs).unref());
  }

  ended(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    if (this.#shown.delete(id)) this.#changed.emit(undefined);
  }

  /** Oldest first. */
  list(): readonly BegunCall[] {
    return [...this.#shown.values()];
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }
}
