import { createContext, Script, type Context } from 'node:vm';

const script = new Script('run()');

/**
 * Runs what may never end, such as a regular expression of somebody else. V8 ends one that backtracks when
 * its time is over (seen on Node 20 to 26).
 */
export class TimeBox {
  readonly #global: { run?: () => unknown } = {};
  readonly #context: Context = createContext(this.#global);

  /** Undefined when it took too long. */
  run<T>(run: () => T, limitMs: number): { readonly value: T } | undefined {
    this.#global.run = run;
    try {
      return { value: script.runInContext(this.#context, { timeout: limitMs }) as T };
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
      throw error;
    }
  }
}
