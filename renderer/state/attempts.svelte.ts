import { SvelteMap } from 'svelte/reactivity';
import type { TryProgressView, TryResultView } from '../../main/contract/tool-views.ts';
import { ask, RefusedError, type Bridge } from '../bridge/bridge.ts';

/** A tool that was run from its form. */
interface Attempt {
  readonly run: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly isRunning: boolean;
  readonly progress?: TryProgressView;
  readonly result?: TryResultView;
  /** Why there was no run; empty when there was. */
  readonly failure: string;
}

/** They go on while somebody looks at another page, and end with this one. */
export interface AttemptsState {
  /** The latest of a tool. */
  of(unit: string, tool: string): Attempt | undefined;
  /** Resolves when it is over, whatever came of it; at once while one of this tool runs. */
  start(unit: string, tool: string, args: Record<string, unknown>): Promise<void>;
  cancel(unit: string, tool: string): void;
}

export interface AttemptsHolder {
  addEventListener(type: 'pagehide', listener: () => void): void;
}

export function createAttemptsState(bridge: Bridge, holder: AttemptsHolder): AttemptsState {
  const attempts = new SvelteMap<string, Attempt>();
  const keyOf = (unit: string, tool: string): string => `${unit}/${tool}`;
  const stop = ({ run, isRunning }: Attempt): void => {
    if (isRunning) void bridge.tools.cancel({ run });
  };
  bridge.tools.onProgress((progress) => {
    for (const [key, attempt] of attempts)
      if (attempt.run === progress.run && attempt.isRunning)
        attempts.set(key, { ...attempt, progress });
  });
  // The page that is loaded next could neither show nor cancel them.
  holder.addEventListener('pagehide', () => {
    for (const attempt of attempts.values()) stop(attempt);
  });
  return {
    of: (unit, tool) => attempts.get(keyOf(unit, tool)),
    async start(unit, tool, args) {
      const key = keyOf(unit, tool);
      if (attempts.get(key)?.isRunning === true) return;
      // Answers may be large; the last one is enough.
      for (const [old, { isRunning }] of attempts) if (!isRunning) attempts.delete(old);
      const startedAt = Date.now();
      const begun = { run: `try-${startedAt.toString(36)}-${attempts.size}`, startedAt };
      attempts.set(key, { ...begun, isRunning: true, failure: '' });
      try {
        const result = await ask(bridge.tools.run({ run: begun.run, unit, tool, args }));
        attempts.set(key, { ...begun, isRunning: false, result, failure: '' });
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        attempts.set(key, { ...begun, isRunning: false, failure: error.message });
      }
    },
    cancel(unit, tool) {
      const attempt = attempts.get(keyOf(unit, tool));
      if (attempt !== undefined) stop(attempt);
    },
  };
}
