import { createContext, Script, type Context } from 'node:vm';

const mostTries = 4;
/** Who ran for so much of the time had a fair chance. */
const ownShare = 0.8;

const script = new Script('run()');

/**
 * Runs what may never end, such as a regular expression of somebody else. V8 ends one that backtracks when
 * its time is over (seen on Node 20 to 26).
 */
export class TimeBox {
  readonly #global: { run?: () => unknown } = {};
  readonly #context: Context = createContext(this.#global);

  /** Undefined when it took too long. May run again, so what runs must change nothing. */
  run<T>(run: () => T, limitMs: number): { readonly value: T } | undefined {
    for (let tries = 1; ; tries += 1) {
      const before = process.cpuUsage();
      const done = this.#runOnce(run, limitMs);
      if (done !== undefined || tries === mostTries) return done;
      // The limit is one of the wall clock: on a busy machine others may have had the time (seen with a
      // load of 10 on two cores, where a call that takes 1 ms was refused).
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 >= limitMs * ownShare) return undefined;
    }
  }

  #runOnce<T>(run: () => T, limitMs: number): { readonly value: T } | undefined {
    this.#global.run = run;
    try {
      return { value: script.runInContext(this.#context, { timeout: limitMs }) as T };
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
      throw error;
    }
  }
}
