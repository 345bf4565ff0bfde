import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { RefusedError } from '../bridge/bridge.ts';

/** What the page has asked the app to do: what still runs, and what was refused, by the name of a control. */
export interface Actions {
  /** A second click while it runs does nothing. Resolves with whether it worked. */
  run(key: string, action: () => Promise<unknown>): Promise<boolean>;
  isPending(key: string): boolean;
  /** Why the last action under this key was refused. */
  refusal(key: string): string | undefined;
  forget(key: string): void;
}

export function createActions(): Actions {
  const pending = new SvelteSet<string>();
  const refusals = new SvelteMap<string, string>();
  return {
    async run(key, action) {
      if (pending.has(key)) return false;
      pending.add(key);
      refusals.delete(key);
      try {
        await action();
        return true;
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        refusals.set(key, error.message);
        return false;
      } finally {
        pending.delete(key);
      }
    },
    isPending: (key) => pending.has(key),
    refusal: (key) => refusals.get(key),
    forget: (key) => {
      refusals.delete(key);
    },
  };
}
