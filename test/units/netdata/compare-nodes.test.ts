import { expect, test } from 'vitest';
import { useNetdata } from './open-netdata.ts';

const { openNetdata } = useNetdata();

test('compares two nodes per dimension and in total', async () => {
  const { call } = await openNetdata();
  expect(await call('compare_nodes', { context: 'system.cpu', a: 'db-01', b: 'web-01' })).toEqual({
    context: 'system.cpu',
    units: 'percentage',
    window: { after: '2026-11-29T20:20:10Z', before: '2026-11-29T20:35:09Z', step_s: 60 },
    a: 'db-01',
    b: 'web-01',
    groups: [
      { name: 'user', a: 30.69, b: 56.28, delta: -25.59, ratio: 0.55 },
      { name: 'total', a: 55.49, b: 71.96, delta: -16.46, ratio: 0.77 },
      { name: 'iowait', a: 13.79, b: 0.16, delta: 13.63, ratio: 86.18 },
      { name: 'system', a: 10.72, b: 14.96, delta: -4.24, ratio: 0.72 },
      { name: 'softirq', a: 0.3, b: 0.45, delta: -0.16, ratio: 0.66 },
      { name: 'steal', a: 0, b: 0.09, delta: -0.09 },
      { name: 'nice', a: 0, b: 0.01, delta: -0.01 },
    ],
  });
});

test('compares one node now with five minutes earlier', async () => {
  const { call, agent } = await openNetdata();
  const args = { context: 'system.cpu', a: 'DB-01', after: '-5m', baseline_after: '-10m' };
  expect(await call('compare_nodes', args)).toEqual({
    context: 'system.cpu',
    units: 'percentage',
    node: 'db-01',
    a: { after: '2026-11-29T20:30:10Z', before: '2026-11-29T20:35:09Z', step_s: 60 },
    b: { after: '2026-11-29T20:25:10Z', before: '2026-11-29T20:30:09Z', step_s: 60 },
    groups: [
      { name: 'iowait', a: 39.61, b: 1.24, delta: 38.38, ratio: 32.05 },
      { name: 'user', a: 16.24, b: 38.43, delta: -22.19, ratio: 0.42 },
      { name: 'total', a: 70.35, b: 49, delta: 21.35, ratio: 1.44 },
      { name: 'system', a: 14.2, b: 9.04, delta: 5.17, ratio: 1.57 },
      { name: 'softirq', a: 0.3, b: 0.3, delta: 0, ratio: 1 },
    ],
  });
  expect(agent.unmatched).toEqual([]);
});

test.each([
  [{ a: 'db-01' }, 'Give either "b" (another node) or "baseline_after"'],
  [{ a: 'db-01', b: 'web-01', baseline_after: '-1d' }, 'not both and not neither'],
  [{ a: 'db-01', b: 'db' }, 'a and b are both node "db-01"'],
  [{ a: 'db-01', b: 'web-01', baseline_before: '-1d' }, 'baseline_before needs baseline_after'],
  [{ a: 'db-01', b: 'web-03' }, 'no node "web-03"; nearest: web-01, web-02'],
])('refuses %j', async (args, message) => {
  const { call } = await openNetdata();
  await expect(call('compare_nodes', { context: 'system.cpu', ...args })).rejects.toThrow(message);
});
