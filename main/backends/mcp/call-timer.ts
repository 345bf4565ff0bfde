/** The time a call may take: begun anew by progress, and standing still while a person is asked. */
export class CallTimer {
  readonly #timer: NodeJS.Timeout;
  readonly #ms: number;
  readonly #onEnd: () => void;
  #waits = 0;
  #isStopped = false;

  constructor(ms: number, onEnd: () => void) {
    this.#ms = ms;
    this.#onEnd = onEnd;
    this.#timer = setTimeout(() => {
      this.#end();
    }, ms);
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
  }

  #end(): void {
    if (this.#waits === 0) this.#onEnd();
  }
}
