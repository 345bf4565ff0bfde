import { createSubscriber } from 'svelte/reactivity';

/** The time, moved on only while the page is visible and something on it shows the time. */
export interface ClockState {
  /** For what counts seconds. */
  readonly now: number;
  /** For what nobody watches: a tick may cost an idle window its cold pages. */
  readonly steady: number;
}

export interface ClockHolder {
  readonly document: {
    readonly visibilityState: string;
    addEventListener(type: 'visibilitychange', listener: () => void): void;
    removeEventListener(type: 'visibilitychange', listener: () => void): void;
  };
  setInterval(tick: () => void, ms: number): number;
  clearInterval(timer: number | undefined): void;
}

const steadyMs = 10_000;

export function createClockState(holder: ClockHolder): ClockState {
  const [eachSecond, steadily] = [ticks(holder, 1000), ticks(holder, steadyMs)];
  return {
    get now() {
      eachSecond();
      return Date.now();
    },
    get steady() {
      steadily();
      return Date.now();
    },
  };
}

/** Called by what reads the time; runs it again with every tick. */
function ticks(holder: ClockHolder, ms: number): () => void {
  return createSubscriber((update) => {
    let timer: number | undefined;
    const look = (): void => {
      holder.clearInterval(timer);
      if (holder.document.visibilityState !== 'visible') return;
      timer = holder.setInterval(update, ms);
      update();
    };
    // Not at once: whoever subscribes has just read the time.
    if (holder.document.visibilityState === 'visible') timer = holder.setInterval(update, ms);
    holder.document.addEventListener('visibilitychange', look);
    return () => {
      holder.clearInterval(timer);
      holder.document.removeEventListener('visibilitychange', look);
    };
  });
}
