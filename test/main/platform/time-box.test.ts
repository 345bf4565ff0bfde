import { expect, test } from 'vitest';
import { TimeBox } from '../../../main/platform/time-box.ts';

test('gives up what takes all the time there is', () => {
  expect(new TimeBox().run(() => /^(a+)+$/.test(`${'a'.repeat(40)}b`), 50)).toBeUndefined();
});

test('tries again what others kept from running', () => {
  const never = new Int32Array(new SharedArrayBuffer(4));
  let tries = 0;
  const run = (): string => {
    tries += 1;
    if (tries < 3) Atomics.wait(never, 0, 0, 200);
    return 'done';
  };
  expect(new TimeBox().run(run, 50)).toEqual({ value: 'done' });
  expect(tries).toBe(3);
});
