// Every number in an answer is traced to the raw reply it came from, over recordings and over random replies.
import { expect, test } from 'vitest';
import type { ReplayedCall } from '../../fakes/replay-netdata.mjs';
import { createRandom } from '../../builders/random.ts';
import { useNetdata } from './open-netdata.ts';
import { randomAnomalies, randomQuery } from './random-replies.ts';

const { openNetdata } = useNetdata();

type Json = Readonly<Record<string, unknown>>;

interface Group extends Json {
  readonly name: string;
  readonly dimension?: string;
  readonly avg: number;
  readonly min?: number;
  readonly max?: number;
}

const round = (value: number): number => Math.round(value * 100) / 100 || 0;

function payload(call: ReplayedCall | undefined): Json {
  return JSON.parse(call?.reply.result?.content[0]?.text ?? '{}') as Json;
}

/** All numbers of a value, rounded as answers are. */
function numbersIn(value: unknown, found = new Set<number>()): Set<number> {
  if (typeof value === 'number') found.add(round(value));
  else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) numbersIn(each, found);
  }
  return found;
}

/** min, max and avg of each series, from its points and not from the agent's own statistics. */
function statistics(reply: Json): Map<string, { avg: number; min: number; max: number }> {
  const { view, result } = reply as {
    view: { dimensions: { names: string[] } };
    result: { data: [string, ...[number | null, number, number][]][] };
  };
  return new Map(
    view.dimensions.names.map((name, index) => {
      const values = result.data
        .map((row) => (row[index + 1] as unknown as [number | null])[0])
        .filter((value) => value !== null);
      const avg = values.reduce((all, value) => all + value, 0) / values.length;
      return [name, { avg, min: Math.min(...values), max: Math.max(...values) }];
    }),
  );
}

function checkGroups(groups: readonly Group[], reply: Json): void {
  const series = statistics(reply);
  for (const group of groups) {
    const full = group.dimension === undefined ? group.name : `${group.dimension},${group.name}`;
    const raw = series.get(full);
    expect(raw, full).toBeDefined();
    // Ten-millionths were rounded away by the agent, so the second decimal may tip over.
    expect(Math.abs(group.avg - (raw?.avg ?? NaN))).toBeLessThan(0.0051);
    expect(group.max ?? group.avg).toBe(round(raw?.max ?? NaN));
    expect(group.min ?? group.avg).toBe(round(raw?.min ?? NaN));
  }
}

test.each([
  [{ context: 'system.cpu' }],
  [{ context: 'system.cpu', group_by: 'dimension' }],
  [{ context: 'system.cpu', group_by: 'instance' }],
  [{ context: 'system.cpu', group_by: 'dimension', nodes: ['db-01'] }],
  [{ context: 'system.cpu', aggregation: 'average' }],
  [{ context: 'system.load', dimensions: ['load1'] }],
  [{ context: 'system.ram', group_by: 'dimension', nodes: ['prod-parent'] }],
  [{ context: 'net.net' }],
  [{ context: 'disk.space', group_by: 'label:mount_point', dimensions: ['used'], nodes: ['prod'] }],
])('metric %j has only numbers of the recorded points', async (args) => {
  const { call, agent } = await openNetdata();
  const { groups } = (await call('metric', args)) as { groups: Group[] };
  const reply = payload(agent.calls.find(({ tool }) => tool === 'query_metrics'));
  expect(groups).toHaveLength(statistics(reply).size);
  checkGroups(groups, reply);
});

test.each(Array.from({ length: 40 }, (_, index) => index + 1))(
  'metric has only numbers of random points, seed %i',
  async (seed) => {
    const random = createRandom(seed);
    const { fixture, reply } = randomQuery(random);
    const { call } = await openNetdata({ extra: [fixture] });
    const { groups, more = 0 } = (await call('metric', { context: 'system.cpu', limit: 3 })) as {
      groups: Group[];
      more?: number;
    };
    checkGroups(groups, reply);
    expect(groups.length + more).toBe(statistics(reply).size);
    const sizes = groups.map(({ avg }) => Math.abs(avg));
    expect(sizes).toEqual(sizes.toSorted((one, two) => two - one));
  },
);

test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
  'anomalies_now takes the numbers of one row from one series, seed %i',
  async (seed) => {
    const { fixture, rows } = randomAnomalies(createRandom(seed));
    const { call } = await openNetdata({ extra: [fixture] });
    const { anomalies } = (await call('anomalies_now')) as {
      anomalies: {
        rate_pct: number;
        node: string;
        avg: number;
        max: number;
        similar?: number;
        also_on?: string[];
      }[];
    };
    for (const each of anomalies) {
      const source = rows.find(
        (row) =>
          round(row[0]) === each.rate_pct &&
          row[6] === each.node &&
          round(row[3]) === each.avg &&
          round(row[2]) === each.max,
      );
      expect(source, JSON.stringify(each)).toBeDefined();
      expect(each.rate_pct).toBeGreaterThanOrEqual(5);
    }
    const strong = rows.filter(([rate]) => rate >= 5).length;
    const folded = anomalies.reduce((all, each) => all + 1 + (each.similar ?? 0), 0);
    expect(folded).toBeLessThanOrEqual(strong);
  },
);

test.each<[string, Json]>([
  ['health_summary', { limit: 200 }],
  ['anomalies_now', { min_rate: 0, limit: 10 }],
  ['what_changed', { window: '5m' }],
  ['what_changed', { window: '5m', contexts: ['system.cpu', 'system.load'] }],
  ['what_changed', { window: '5m', baseline: '10m', contexts: ['system.cpu'] }],
  ['compare_nodes', { context: 'system.cpu', a: 'db-01', b: 'web-01' }],
  ['compare_nodes', { context: 'system.cpu', a: 'db-01', after: '-5m', baseline_after: '-10m' }],
])('%s %j shows nothing that no raw reply holds', async (tool, args) => {
  const { call, agent } = await openNetdata();
  const answer = (await call(tool, args)) as Json;
  const raw = numbersIn(agent.calls.map(payload));
  // An average of the find tools and the statistics of queries are taken over as they are; the agent drops zeros.
  raw.add(0);
  const rows = [
    answer['changes'],
    answer['groups'],
    answer['anomalies'],
    (answer['alerts'] as Json | undefined)?.['items'],
  ]
    .filter(Array.isArray)
    .flat() as Json[];
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    for (const key of ['value', 'rate_pct', 'avg', 'max', 'before', 'after', 'a', 'b']) {
      const value = row[key];
      if (typeof value === 'number' && row['name'] !== 'total') expect([...raw]).toContain(value);
    }
    checkDifference(row, 'after', 'before', 'change');
    checkDifference(row, 'a', 'b', 'delta');
  }
});

/** The difference is taken before rounding, so it may differ by the last decimal. */
function checkDifference(row: Json, left: string, right: string, difference: string): void {
  if (typeof row[difference] !== 'number') return;
  const expected = Number(row[left]) - Number(row[right]);
  expect(Math.abs(row[difference] - expected)).toBeLessThan(0.0101);
}

test('counts alerts as the raw reply lists them', async () => {
  const { call, agent } = await openNetdata();
  const { alerts } = (await call('health_summary', { limit: 200 })) as {
    alerts: { critical: number; warning: number; items: Json[] };
  };
  const raw = payload(agent.calls.find(({ tool }) => tool === 'list_raised_alerts')) as unknown as {
    alert_instances: unknown[][];
  };
  const count = (status: string): number =>
    raw.alert_instances.filter((row) => row[4] === status).length;
  expect([alerts.critical, alerts.warning]).toEqual([count('CRITICAL'), count('WARNING')]);
  expect(alerts.items).toHaveLength(raw.alert_instances.length);
});

test('the total of a comparison is the sum of its parts', async () => {
  const { call } = await openNetdata();
  const { groups } = (await call('compare_nodes', {
    context: 'system.cpu',
    a: 'db-01',
    b: 'web-01',
  })) as { groups: { name: string; a: number; b: number }[] };
  const parts = groups.filter(({ name }) => name !== 'total');
  const total = groups.find(({ name }) => name === 'total');
  for (const side of ['a', 'b'] as const) {
    const sum = parts.reduce((all, group) => all + group[side], 0);
    expect(Math.abs(sum - (total?.[side] ?? NaN))).toBeLessThan(0.05);
  }
});
