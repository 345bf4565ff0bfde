// Replies an agent could give, with random numbers in the shape of the recorded ones.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { netdataFixtures, type ReplayFixture } from '../../fakes/replay-netdata.mjs';
import type { Random } from '../../builders/random.ts';

function recorded(name: string): ReplayFixture {
  return JSON.parse(
    readFileSync(path.join(netdataFixtures, `${name}.json`), 'utf8'),
  ) as ReplayFixture;
}

function withText(fixture: ReplayFixture, value: unknown): ReplayFixture {
  return {
    ...fixture,
    reply: { result: { content: [{ type: 'text', text: JSON.stringify(value) }] } },
  };
}

/** A value of any size and sign, sometimes zero, with the agent's seven decimals. */
function sample(random: Random): number {
  const size = 10 ** random.between(-3, 6);
  return random.next() < 0.1 ? 0 : Number(((random.next() * 2 - 0.5) * size).toFixed(7));
}

interface Query {
  readonly result: { readonly data: readonly [string, ...unknown[]][] };
  readonly view: { readonly dimensions: { readonly names: readonly string[] } };
}

/** system.cpu by node: random points with gaps, and the statistics that follow from them. */
export function randomQuery(random: Random): {
  readonly fixture: ReplayFixture;
  readonly reply: Readonly<Record<string, unknown>>;
} {
  const fixture = recorded('query_metrics.system.cpu.by_node');
  const old = JSON.parse(fixture.reply.result?.content[0]?.text ?? '{}') as Query;
  const { names } = old.view.dimensions;
  // The first row is never a gap, so that each series has a value.
  const data = old.result.data.map(([time], row) => [
    time,
    ...names.map(() =>
      row > 0 && random.next() < 0.2 ? [null, 0, 1] : [sample(random), random.between(0, 100), 0],
    ),
  ]) as [string, ...[number | null, number, number][]][];
  const values = names.map((_, index) =>
    data
      .map((row) => (row[index + 1] as unknown as [number | null])[0])
      .filter((value) => value !== null),
  );
  const reply = {
    ...old,
    result: { ...old.result, data },
    view: {
      ...old.view,
      dimensions: {
        ...old.view.dimensions,
        statistics: {
          min: values.map((list) => Math.min(...list)),
          max: values.map((list) => Math.max(...list)),
          avg: values.map((list) =>
            Number((list.reduce((all, value) => all + value, 0) / list.length).toFixed(7)),
          ),
          anomaly_rate_percent: values.map(() => random.between(0, 100)),
        },
      },
    },
  };
  return { fixture: withText(fixture, reply), reply };
}

export type AnomalyRow = [
  number,
  number,
  number,
  number,
  number,
  number,
  string,
  string,
  string,
  string,
  unknown,
];

/** The recorded anomalies with other rates, values, nodes and order. */
export function randomAnomalies(random: Random): {
  readonly fixture: ReplayFixture;
  readonly rows: readonly AnomalyRow[];
} {
  const fixture = recorded('find_anomalous_metrics.limit30');
  const old = JSON.parse(fixture.reply.result?.content[0]?.text ?? '{}') as {
    results: AnomalyRow[];
  };
  const rows = old.results
    .map((row): AnomalyRow => {
      const copy: AnomalyRow = [...row];
      copy[0] = Number((random.next() ** 3 * 100).toFixed(7));
      copy[2] = sample(random);
      copy[3] = sample(random);
      copy[6] = random.pick(['prod-parent', 'web-01', 'web-02', 'cache-01', 'db-01']);
      return copy;
    })
    .sort((one, two) => two[0] - one[0]);
  return { fixture: withText(fixture, { ...old, results: rows }), rows };
}
