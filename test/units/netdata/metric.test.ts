import { expect, test } from 'vitest';
import { useNetdata } from './open-netdata.ts';

const { openNetdata } = useNetdata();

const cpu = {
  context: 'system.cpu',
  units: 'percentage',
  window: { after: '2026-11-29T20:20:10Z', before: '2026-11-29T20:35:09Z', step_s: 60 },
  grouped_by: ['node'],
  aggregation: 'sum',
  left_out: ['idle'],
};

test('answers busy CPU per node, largest average first', async () => {
  const { call, agent } = await openNetdata();
  expect(await call('metric', { context: 'system.cpu' })).toEqual({
    ...cpu,
    groups: [
      { name: 'web-01', avg: 71.96, min: 27.5, max: 94.91, anomaly_rate_pct: 0.34 },
      { name: 'prod-parent', avg: 71.96, min: 27.43, max: 94.96 },
      { name: 'db-01', avg: 55.49, min: 44.33, max: 72.91 },
      { name: 'web-02', avg: 28.47, min: 25.33, max: 33.5, anomaly_rate_pct: 0.07 },
      { name: 'cache-01', avg: 6.63, min: 3.8, max: 11.38, anomaly_rate_pct: 0.06 },
    ],
  });
  expect(agent.calls.map(({ tool }) => tool).sort()).toEqual([
    'get_metrics_details',
    'list_nodes',
    'query_metrics',
  ]);
});

test('never reports a sum of maxima as the maximum', async () => {
  const { call } = await openNetdata();
  const { groups } = (await call('metric', { context: 'system.cpu' })) as {
    groups: { max: number }[];
  };
  // time_group max with aggregation sum gave 173.9 % for the same window.
  expect(Math.max(...groups.map(({ max }) => max))).toBeLessThanOrEqual(100);
});

test('counts the groups that a limit hides', async () => {
  const { call } = await openNetdata();
  expect(await call('metric', { context: 'system.cpu', limit: 2 })).toMatchObject({
    groups: [{ name: 'web-01' }, { name: 'prod-parent' }],
    more: 3,
  });
});

test('keeps dimensions apart that do not add up', async () => {
  const { call, agent } = await openNetdata();
  const answer = await call('metric', { context: 'net.net', limit: 1 });
  expect(answer).toEqual({
    context: 'net.net',
    units: 'kilobits/s',
    window: cpu.window,
    grouped_by: ['node', 'dimension'],
    aggregation: 'sum',
    groups: [{ name: 'prod-parent', dimension: 'received', avg: 5835.43, min: 0, max: 23951.02 }],
    more: 9,
  });
  expect(agent.unmatched).toEqual([]);
});

test('averages percentages of several nodes instead of adding them', async () => {
  const { call } = await openNetdata();
  const answer = await call('metric', { context: 'system.cpu', group_by: 'dimension' });
  expect(answer).toMatchObject({
    grouped_by: ['dimension'],
    aggregation: 'average',
    groups: [{ name: 'user', avg: 33.77 }, {}, {}, {}, {}, {}],
  });
});

test('adds the dimensions of one node as they are', async () => {
  const { call, agent } = await openNetdata();
  const args = { context: 'system.cpu', group_by: 'dimension', nodes: ['DB'] };
  expect(await call('metric', args)).toEqual({
    ...cpu,
    grouped_by: ['dimension'],
    groups: [
      { name: 'user', avg: 30.69, min: 13.86, max: 42.08 },
      { name: 'iowait', avg: 13.79, min: 0.47, max: 43.32 },
      { name: 'system', avg: 10.72, min: 8.11, max: 15.47 },
      { name: 'softirq', avg: 0.3, min: 0.28, max: 0.32 },
    ],
  });
  expect(agent.calls.at(-1)?.derived).toBeUndefined();
});

test.each([
  ['instance', { context: 'system.cpu', group_by: 'instance' }, 'system.cpu@web-01'],
  [
    'instance and dimension',
    { context: 'disk.space', group_by: 'instance', dimensions: ['used', 'avail'], nodes: ['prod'] },
    'disk_space./@prod-parent',
  ],
  [
    'label',
    { context: 'disk.space', group_by: 'label:mount_point', dimensions: ['used'], nodes: ['prod'] },
    '/',
  ],
  ['RAM of one node', { context: 'system.ram', group_by: 'dimension', nodes: ['prod'] }, 'free'],
])('groups by %s and reads past a warning', async (_, args, first) => {
  const { call, agent } = await openNetdata();
  const { groups } = (await call('metric', args)) as { groups: { name: string }[] };
  expect(groups[0]?.name).toBe(first);
  expect(agent.unmatched).toEqual([]);
});

test('leaves out what says nothing about a flat series', async () => {
  const { call } = await openNetdata();
  const args = { context: 'system.load', dimensions: ['load1'], nodes: [] };
  const { groups } = (await call('metric', args)) as { groups: unknown[] };
  expect(groups).toContainEqual({ name: 'web-02', avg: 1 });
});

test('takes an aggregation that the caller insists on', async () => {
  const { call, agent } = await openNetdata();
  const args = { context: 'system.cpu', aggregation: 'average' };
  expect(await call('metric', args)).toMatchObject({
    aggregation: 'average',
    groups: [{ name: 'web-01', avg: 8 }, {}, {}, {}, {}],
  });
  expect(agent.unmatched).toEqual([]);
});

test('reports a window that the agent moved', async () => {
  const { call } = await openNetdata();
  const args = { context: 'system.cpu', after: 1796070909, before: 1796074509 };
  expect(await call('metric', args)).toMatchObject({
    window: {
      after: '2026-11-29T19:35:10Z',
      before: '2026-11-29T20:35:09Z',
      requested: { after: '2026-11-30T20:35:09Z', before: '2026-11-30T21:35:09Z' },
      data_from: '2026-11-29T20:12:23Z',
    },
  });
});

test('answers no groups for a time before any data', async () => {
  const { call } = await openNetdata();
  const args = { context: 'system.cpu', after: 1577836800, before: 1577840400 };
  expect(await call('metric', args)).toMatchObject({ groups: [] });
});

test.each([
  ['operations/s', 'sum'],
  ['KiB/s', 'sum'],
  ['percentage', 'average'],
  ['Celsius', 'average'],
  ['milliseconds', 'average'],
])('puts two instances in %s together by %s', async (units, aggregation) => {
  const details = { units, dimensions: ['value'], instances: ['one', 'two'] };
  const text = JSON.stringify({ contexts: { 'some.thing': details } });
  const { call, agent } = await openNetdata({
    extra: [
      {
        tool: 'get_metrics_details',
        arguments: { metrics: ['some.thing'] },
        reply: { result: { content: [{ type: 'text', text }] } },
      },
    ],
  });
  await expect(call('metric', { context: 'some.thing' })).rejects.toThrow('No recording');
  expect(agent.unmatched).toEqual([
    expect.stringContaining(`"aggregation":"${aggregation}"`) as string,
  ]);
});
