import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';

/**
 * The time a call may take, from its arrival: begun anew by progress, and standing still while a person is
 * asked.
 */
export class CallTimer {
  readonly #timer: NodeJS.Timeout;
  readonly #cancelled: AbortSignal;
  readonly #end = new AbortController();
  #waits = 0;
  #isStopped = false;

  constructor(ms: number, cancelled: AbortSignal) {
    this.#cancelled = cancelled;
    cancelled.addEventListener('abort', this.#cancel, { once: true });
    if (cancelled.aborted) this.#cancel();
    this.#timer = setTimeout(() => {
      if (this.#waits > 0) return;
      this.#end.abort(new McpError(ErrorCode.RequestTimeout, 'Request timed out'));
    }, ms);
  }

  /** Aborted when the client cancels, or with a request timeout as the reason when the time is over. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  again(): void {
    // A cleared timer would come back to life.
    if (!this.#isStopped) this.#timer.refresh();
  }

  /** What `work` takes does not count. */
  async whileWaiting<T>(work: () => Promise<T>): Promise<T> {
    this.#waits += 1;
    try {
      return await work();
    } finally {
      this.#waits -= 1;
      this.again();
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#cancelled.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => {
    this.#end.abort();
  };
}
