import { expect, test } from 'vitest';
import { useNetdata } from './open-netdata.ts';

const { openNetdata } = useNetdata();

test('ranks shifts with the value before them', async () => {
  const { call, agent } = await openNetdata();
  const args = { window: '5m', contexts: ['system.cpu', 'system.load'] };
  expect(await call('what_changed', args)).toEqual({
    window: '5m',
    baseline: 'preceding 5m',
    series_analysed: 65,
    changes: [
      {
        node: 'db-01',
        context: 'system.cpu',
        dimension: 'iowait',
        before: 1.24,
        after: 40.53,
        change: 39.3,
        units: 'percentage',
        similar: 3,
        more_nodes: 2,
      },
      {
        node: 'prod-parent',
        context: 'system.cpu',
        dimension: 'softirq',
        before: 0.16,
        after: 1.01,
        change: 0.85,
        units: 'percentage',
        similar: 5,
        more_nodes: 1,
      },
      {
        node: 'db-01',
        context: 'system.load',
        dimension: 'load1',
        before: 6,
        after: 19.8,
        change: 13.8,
        units: 'load',
        similar: 2,
        more_nodes: 2,
      },
    ],
  });
  expect(agent.unmatched).toEqual([]);
});

test('never sends baseline arguments or absolute times', async () => {
  const { call, agent } = await openNetdata();
  await call('what_changed', { window: '5m' });
  const [find] = agent.calls.filter(({ tool }) => tool === 'find_correlated_metrics');
  expect(find?.arguments).toEqual({ after: -300, before: 0 });
});

test('looks up ten contexts at once for the whole machine park', async () => {
  const { call, agent } = await openNetdata();
  const answer = (await call('what_changed', { window: '5m' })) as { changes: unknown[] };
  expect(answer.changes).toHaveLength(10);
  expect(answer.changes[0]).toMatchObject({ node: 'db-01', dimension: 'iowait', after: 40.39 });
  expect(agent.calls).toHaveLength(11);
});

test('takes the preceding window when the baseline names just that', async () => {
  const { call } = await openNetdata();
  const args = { window: '5m', contexts: ['system.cpu', 'system.load'], baseline: '5m' };
  expect(await call('what_changed', args)).toMatchObject({ baseline: 'preceding 5m' });
});

test('computes another baseline from two queries', async () => {
  const { call, agent } = await openNetdata();
  const args = { window: '5m', baseline: '10m', contexts: ['system.cpu'] };
  expect(await call('what_changed', args)).toEqual({
    window: '5m',
    baseline: '2026-11-29T20:20:10Z/2026-11-29T20:25:09Z',
    contexts_compared: 1,
    series_compared: 24,
    changes: [
      {
        node: 'db-01',
        context: 'system.cpu',
        dimension: 'iowait',
        before: 0.51,
        after: 39.61,
        change: 39.1,
        units: 'percentage',
        similar: 3,
        more_nodes: 2,
      },
      {
        node: 'prod-parent',
        context: 'system.cpu',
        dimension: 'softirq',
        before: 0.24,
        after: 0.96,
        change: 0.72,
        units: 'percentage',
        similar: 5,
        more_nodes: 1,
      },
    ],
  });
  expect(agent.calls.map(({ tool }) => tool)).not.toContain('find_correlated_metrics');
});

test('compares the common contexts the agent has when none are named', async () => {
  const { call, agent } = await openNetdata({ agent: 'small' });
  const answer = await call('what_changed', { window: '5m', baseline: '10m' });
  expect(answer).toMatchObject({ contexts_compared: 1 });
  expect(agent.unmatched).toEqual([]);
});

test('refuses a baseline without data instead of finding no change', async () => {
  const view = {
    after: '2026-10-30T20:30:10Z',
    before: '2026-10-30T20:35:09Z',
    dimensions: { grouped_by: ['dimension', 'instance'], ids: [], names: [] },
  };
  const dimensions = 'user system nice iowait irq softirq steal guest guest_nice idle'.split(' ');
  const { call } = await openNetdata({
    extra: [
      {
        tool: 'query_metrics',
        arguments: {
          metric: 'system.cpu',
          dimensions,
          after: -300,
          before: -2_592_000,
          points: 15,
          time_group: 'average',
          group_by: ['instance', 'dimension'],
          aggregation: 'sum',
          cardinality_limit: 500,
        },
        reply: { result: { content: [{ type: 'text', text: JSON.stringify({ view }) }] } },
      },
    ],
  });
  const args = { window: '5m', baseline: '30d', contexts: ['system.cpu'] };
  await expect(call('what_changed', args)).rejects.toThrow(
    'Nothing to compare: system.cpu has no data between 2026-10-30T20:30:10Z and 2026-10-30T20:35:09Z, or none now; name other contexts or a later baseline',
  );
});
