import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { createClockState, type ClockState } from '../../../renderer/state/clock.svelte.ts';
import { readAgain } from './read-again.svelte.ts';

class FakePage {
  readonly timers = new Map<number, { tick: () => void; ms: number }>();
  visibilityState = 'visible';
  #listeners = new Set<() => void>();
  #lastTimer = 0;

  readonly document = {
    look: this,
    get visibilityState() {
      return this.look.visibilityState;
    },
    addEventListener: (_type: string, listener: () => void) => {
      this.#listeners.add(listener);
    },
    removeEventListener: (_type: string, listener: () => void) => {
      this.#listeners.delete(listener);
    },
  };

  setInterval(tick: () => void, ms: number): number {
    this.#lastTimer += 1;
    this.timers.set(this.#lastTimer, { tick, ms });
    return this.#lastTimer;
  }

  clearInterval(timer: number | undefined): void {
    if (timer !== undefined) this.timers.delete(timer);
  }

  show(state: 'visible' | 'hidden'): void {
    this.visibilityState = state;
    for (const listener of this.#listeners) listener();
  }

  intervals(): number[] {
    return [...this.timers.values()].map(({ ms }) => ms);
  }
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function watch(clock: ClockState, key: keyof ClockState): { reads: number; stop: () => void } {
  const watched = readAgain(() => clock[key]);
  stops.push(watched.stop);
  return watched;
}

test('keeps no timer while nothing on the page shows the time', async () => {
  const page = new FakePage();
  const clock = createClockState(page);
  const before = page.intervals();
  const shown = watch(clock, 'now');
  const during = page.intervals();
  shown.stop();
  await Promise.resolve();
  expect([before, during, page.intervals()]).toEqual([[], [1000], []]);
});

test('keeps no timer in a window nobody sees, and is right again at once', () => {
  const page = new FakePage();
  const shown = watch(createClockState(page), 'steady');
  page.show('hidden');
  const hidden = page.intervals();
  const reads = shown.reads;
  page.show('visible');
  flushSync();
  expect([hidden, page.intervals(), shown.reads]).toEqual([[], [10_000], reads + 1]);
});
