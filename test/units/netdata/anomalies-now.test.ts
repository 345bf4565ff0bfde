import { expect, test } from 'vitest';
import { useNetdata } from './open-netdata.ts';

const { openNetdata } = useNetdata();

test('ranks anomalies and folds what repeats them', async () => {
  const { call, agent } = await openNetdata();
  const first = { node: 'web-01', instance: 'root', similar: 1, also_on: ['prod-parent'] };
  expect(await call('anomalies_now')).toEqual({
    window: '15m',
    min_rate_pct: 5,
    series_analysed: 5215,
    anomalies: [
      {
        ...first,
        rate_pct: 13.69,
        context: 'user.fds_open',
        dimension: 'pipes',
        avg: 152.13,
        max: 502,
      },
      { ...first, rate_pct: 12.98, context: 'usergroup.threads', avg: 495.07, max: 1133 },
      { ...first, rate_pct: 8.81, context: 'usergroup.processes', avg: 141.55, max: 262 },
      {
        ...first,
        rate_pct: 7.14,
        context: 'usergroup.mem_usage',
        dimension: 'rss',
        avg: 2130.57,
        max: 9528.59,
      },
    ],
  });
  expect(agent.calls).toHaveLength(1);
});

test('shows weaker anomalies when asked to', async () => {
  const { call } = await openNetdata();
  expect(await call('anomalies_now', { min_rate: 0, limit: 5 })).toMatchObject({
    min_rate_pct: 0,
    anomalies: [{}, {}, {}, {}, { node: 'cache-01', context: 'system.softnet_stat' }],
    cut_at: 30,
  });
});

test('answers an empty list for a quiet node', async () => {
  const { call } = await openNetdata();
  expect(await call('anomalies_now', { nodes: ['db-01'] })).toEqual({
    window: '15m',
    min_rate_pct: 5,
    series_analysed: 1290,
    anomalies: [],
  });
});

test('refuses an unknown node instead of finding nothing', async () => {
  const { call } = await openNetdata();
  await expect(call('anomalies_now', { nodes: ['db-02'] })).rejects.toThrow(
    'Netdata has no node "db-02"; nearest: db-01',
  );
});
