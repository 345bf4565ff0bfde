import { expect, test } from 'vitest';
import { createRecentPeak } from '../../../main/sandbox/recent-peak.ts';

function openPeak() {
  let at = 0;
  const peak = createRecentPeak(100, () => at);
  return {
    peak,
    wait: (ms: number) => {
      at += ms;
    },
  };
}

test('is the sum while that only grows', () => {
  const { peak } = openPeak();
  for (const by of [1, 2, 3]) peak.change(by);
  expect(peak.highest()).toBe(6);
});

test('stays at the highest sum for its time', () => {
  const { peak, wait } = openPeak();
  peak.change(10);
  wait(500);
  peak.change(-8);
  wait(100);
  expect(peak.highest()).toBe(10);
  wait(1);
  expect(peak.highest()).toBe(2);
});

test('counts a higher sum that comes meanwhile', () => {
  const { peak, wait } = openPeak();
  peak.change(10);
  peak.change(-10);
  wait(50);
  peak.change(12);
  peak.change(-12);
  wait(80);
  expect(peak.highest()).toBe(12);
});

test('takes the sum before a fall for recent', () => {
  const { peak, wait } = openPeak();
  peak.change(10);
  peak.change(-4);
  wait(150);
  peak.change(-6);
  wait(50);
  expect(peak.highest()).toBe(6);
});
