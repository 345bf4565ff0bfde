import { expect, test } from 'vitest';
import { useNetdata } from './open-netdata.ts';

const { openNetdata } = useNetdata();

test('lists critical alerts first, then the longest standing', async () => {
  const { call } = await openNetdata();
  expect(await call('health_summary', { limit: 3 })).toEqual({
    nodes: { total: 5, online: 5, offline: [] },
    alerts: {
      critical: 1,
      warning: 14,
      items: [
        {
          severity: 'critical',
          node: 'db-01',
          alert: 'test_load_high',
          value: 23.84,
          units: 'load',
          since: '2026-11-29T20:30:36Z',
          summary: 'System load is high',
        },
        {
          severity: 'warning',
          node: 'prod-parent',
          alert: 'test_root_space_low',
          instance: '/',
          value: 33.56,
          units: '%',
          since: '2026-11-29T20:12:51Z',
          summary: 'Disk / space usage',
        },
        {
          severity: 'warning',
          node: 'prod-parent',
          alert: 'load_average_15',
          value: 4.14,
          units: 'load',
          since: '2026-11-29T20:13:21Z',
          summary: 'System load average (15 minutes)',
        },
      ],
      more: { warning: 12 },
    },
  });
});

test('asks for nodes and alerts at the same time', async () => {
  const { call, agent } = await openNetdata();
  await call('health_summary');
  expect(agent.calls.map(({ tool }) => tool).sort()).toEqual(['list_nodes', 'list_raised_alerts']);
});

test('narrows to one node named in other case', async () => {
  const { call } = await openNetdata();
  expect(await call('health_summary', { nodes: ['DB-01'] })).toMatchObject({
    nodes: { total: 1, online: 1 },
    alerts: { critical: 1, warning: 2, items: [{ node: 'db-01' }, {}, {}] },
  });
});

test('lists one severity and still counts both', async () => {
  const { call } = await openNetdata();
  const answer = await call('health_summary', { severity: 'critical' });
  expect(answer).toMatchObject({ alerts: { critical: 1, warning: 14, items: [{}] } });
  expect(answer).not.toHaveProperty('alerts.more');
});

test('finds one alert on all nodes by its name', async () => {
  const { call } = await openNetdata();
  expect(await call('health_summary', { alert: 'TEST_load_high', limit: 1 })).toMatchObject({
    alerts: { critical: 1, warning: 2, items: [{ node: 'db-01' }], more: { warning: 2 } },
  });
});

test('answers nothing raised for an alert that is only watched', async () => {
  const { call } = await openNetdata();
  expect(await call('health_summary', { alert: 'oom_kill' })).toMatchObject({
    alerts: { critical: 0, warning: 0, items: [] },
  });
});

test('names offline nodes and says their alerts are unknown', async () => {
  const { call } = await openNetdata({ agent: 'offline' });
  expect(await call('health_summary')).toMatchObject({
    nodes: {
      total: 5,
      online: 4,
      offline: ['db-01'],
      offline_alerts: 'unknown: the agent drops them',
    },
    alerts: { critical: 0, warning: 12 },
  });
});
