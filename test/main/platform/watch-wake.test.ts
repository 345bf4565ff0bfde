import { expect, test } from 'vitest';
import { watchWake, type WakeClock } from '../../../main/platform/watch-wake.ts';

function clockOf(): WakeClock & { now: () => number; pass: (ms: number) => void } {
  let time = 0;
  let tick: (() => void) | undefined;
  return {
    now: () => time,
    every: (_ms, run) => {
      tick = run;
      return () => {
        tick = undefined;
      };
    },
    pass: (ms) => {
      time += ms;
      tick?.();
    },
  };
}

test('tells of a sleep once, and not of a timer that is late', () => {
  const clock = clockOf();
  let wakes = 0;
  const stop = watchWake(() => (wakes += 1), clock);
  for (const ms of [5000, 20_000, 5000]) clock.pass(ms);
  expect(wakes).toBe(0);
  clock.pass(3_600_000);
  clock.pass(5000);
  expect(wakes).toBe(1);
  stop();
  clock.pass(3_600_000);
  expect(wakes).toBe(1);
});
