import type { Logger } from '../../platform/logger.ts';

// A client that reads slowly would be dropped for what waits for it (64 MB).
const mostASecond = 100;
const mostBytes = 64 * 1024;

/** Lets through as many log lines of a server as a client can take. */
export class LogFlood {
  readonly #backend: string;
  readonly #logger: Logger;
  #second = 0;
  #count = 0;
  #isTold = false;

  constructor(backend: string, logger: Logger) {
    this.#backend = backend;
    this.#logger = logger;
  }

  lets(line: object): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count <= mostASecond && JSON.stringify(line).length <= mostBytes) return true;
    if (!this.#isTold) {
      this.#isTold = true;
      this.#logger.log(
        'warn',
        `Backend "${this.#backend}" logs more than clients take (${mostASecond} lines a second, ${mostBytes} bytes a line); the rest is left out`,
      );
    }
    return false;
  }
}
