/** The time, moved on while somebody looks. */
export interface ClockState {
  readonly now: number;
}

export interface ClockHolder {
  readonly document: {
    readonly visibilityState: string;
    addEventListener(type: 'visibilitychange', listener: () => void): void;
  };
  setInterval(tick: () => void, ms: number): unknown;
}

export function createClockState(holder: ClockHolder): ClockState {
  let now = $state(Date.now());
  const tick = () => {
    if (holder.document.visibilityState === 'visible') now = Date.now();
  };
  holder.setInterval(tick, 1000);
  holder.document.addEventListener('visibilitychange', tick);
  return {
    get now() {
      return now;
    },
  };
}
