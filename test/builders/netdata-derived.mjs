// Replies that were not recorded but follow from recorded ones, for requests no recording has.
//   node test/builders/netdata-derived.mjs     writes test/fixtures/netdata/{derived,offline,single,upgraded,small}
// Nothing here invents a number, except where a fixture's `derived` says by which formula it was computed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('../fixtures/netdata', import.meta.url));

export function derivedFixtures() {
  const files = {};
  const add = (name, derived, tool, args, reply) => {
    files[`${name}.json`] = { derived, tool, arguments: args, status: 200, reply };
  };
  addDetails(add);
  addMetrics(add);
  addComparisons(add);
  addChanges(add);
  addAgents(add);
  return files;
}

const CPU = 'user system nice iowait irq softirq steal guest guest_nice'.split(' ');

function recorded(name) {
  return JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
}

/** The JSON inside a recorded result. */
function payload(name) {
  return JSON.parse(recorded(name).reply.result.content[0].text);
}

function text(value) {
  return { result: { content: [{ type: 'text', text: JSON.stringify(value) }] } };
}

function queryArgs(metric, dimensions, more) {
  return {
    metric,
    dimensions,
    after: -900,
    before: 0,
    points: 15,
    time_group: 'average',
    group_by: ['node'],
    aggregation: 'sum',
    cardinality_limit: 10,
    ...more,
  };
}

/** A recorded query's reply with fewer series, fewer rows (newest first), other names or a factor. */
function cut(
  name,
  { keep = () => true, rows = [0, 15], rename = (each) => each, groupedBy, factor },
) {
  const reply = payload(name);
  const view = reply.view.dimensions;
  const columns = view.names.map((each, index) => index).filter((index) => keep(view.names[index]));
  const data = reply.result.data.slice(...rows).map(([time, ...points]) => [
    time,
    ...columns.map((index) => {
      const [value, ...rest] = points[index];
      return [factor ? factor(value, view.aggregated[index]) : value, ...rest];
    }),
  ]);
  const of = (list) => columns.map((index) => list[index]);
  const values = columns.map((_, column) => data.map((row) => row[column + 1]));
  const mean = (list) =>
    Number((list.reduce((all, each) => all + each, 0) / list.length).toFixed(7));
  const time = (iso, seconds) =>
    new Date(Date.parse(iso) + seconds * 1000).toISOString().replace('.000Z', 'Z');
  return {
    api: 3,
    result: {
      labels: ['time', ...of(view.ids)],
      point_schema: reply.result.point_schema,
      data,
    },
    db: { update_every: reply.db.update_every, first_entry: reply.db.first_entry },
    view: {
      title: reply.view.title,
      update_every: reply.view.update_every,
      after: time(data.at(-1)[0], 1 - reply.view.update_every),
      before: data[0][0],
      units: reply.view.units,
      chart_type: reply.view.chart_type,
      dimensions: {
        grouped_by: groupedBy ?? view.grouped_by,
        ids: of(view.ids),
        names: of(view.names).map((each) => rename(each)),
        statistics: {
          min: values.map((list) => Math.min(...list.map(([value]) => value))),
          max: values.map((list) => Math.max(...list.map(([value]) => value))),
          avg: values.map((list) => mean(list.map(([value]) => value))),
          anomaly_rate_percent: values.map((list) => mean(list.map(([, rate]) => rate))),
        },
      },
    },
  };
}

function addDetails(add) {
  const all = payload('get_metrics_details.several').contexts;
  for (const names of [
    ['system.load'],
    ['system.ram'],
    ['net.net'],
    ['disk.space'],
    ['system.cpu', 'system.load'],
  ]) {
    add(
      `derived/get_metrics_details.${names.join('+')}`,
      'contexts picked from get_metrics_details.several',
      'get_metrics_details',
      { metrics: names },
      text({ contexts: Object.fromEntries(names.map((name) => [name, all[name]])) }),
    );
  }
  const unknown = recorded('get_metrics_details.err.unknown').reply;
  for (const args of [
    { metrics: ['system.cpuu'] },
    { metrics: ['System.CPU'] },
    { metrics: ['system.cpuu'], after: 1795983609, before: 1795984509 },
    { metrics: ['system.cpuu'], after: -900, before: 0 },
    { metrics: ['System.CPU'], after: -900, before: 0 },
  ]) {
    add(
      `derived/get_metrics_details.unknown.${args.metrics[0].replaceAll('.', '-')}.${args.after ?? 'hour'}`,
      'same answer as get_metrics_details.err.unknown, another unknown name',
      'get_metrics_details',
      args,
      unknown,
    );
  }
}

function addMetrics(add) {
  const query = (name, derived, args, reply) => {
    add(`derived/query_metrics.${name}`, derived, 'query_metrics', args, reply);
  };
  query(
    'system.load.sum',
    'aggregation sum for average: one series in each group, so both give the same',
    queryArgs('system.load', ['load1'], {}),
    recorded('query_metrics.system.load.by_node').reply,
  );
  query(
    'system.cpu.by_dimension.average',
    'sums of query_metrics.system.cpu.by_dimension divided by the number of series in each',
    queryArgs('system.cpu', CPU, { group_by: ['dimension'], aggregation: 'average' }),
    text(
      cut('query_metrics.system.cpu.by_dimension', {
        factor: (value, count) => Number((value / count).toFixed(7)),
      }),
    ),
  );
  query(
    'disk.space.by_instance.limit10',
    'cardinality_limit 10 for 50: two groups either way',
    queryArgs('disk.space', ['avail', 'used'], {
      group_by: ['instance', 'dimension'],
      nodes: ['prod-parent'],
    }),
    recorded('query_metrics.disk.space.by_instance').reply,
  );
  query(
    'disk.space.by_label.limit10',
    'cardinality_limit 10 for 50: one group either way',
    queryArgs('disk.space', ['used'], {
      group_by: ['label'],
      group_by_label: 'mount_point',
      nodes: ['prod-parent'],
    }),
    recorded('query_metrics.disk.space.by_label.mount_point').reply,
  );
  query(
    'system.cpu.by_node.absolute',
    'absolute times of the very window that the relative ones meant',
    queryArgs('system.cpu', CPU, { after: 1795983609, before: 1795984509 }),
    recorded('query_metrics.system.cpu.by_node').reply,
  );
  query(
    'system.cpu.by_node.earlier',
    'the five oldest of the fifteen one-minute rows of query_metrics.system.cpu.by_node',
    queryArgs('system.cpu', CPU, { after: -300, before: -600 }),
    text(cut('query_metrics.system.cpu.by_node', { rows: [10, 15] })),
  );
  query(
    'system.cpu.by_node.future',
    'points 60 for 15: the answered window is the same',
    queryArgs('system.cpu', CPU, { after: 1796070909, before: 1796074509, points: 60 }),
    recorded('query_metrics.err.time-future').reply,
  );
  query(
    'system.cpu.by_node.long-ago',
    'points 60 for 15: there is no data either way',
    queryArgs('system.cpu', CPU, { after: 1577836800, before: 1577840400, points: 60 }),
    recorded('query_metrics.err.time-long-ago').reply,
  );
}

function addComparisons(add) {
  const query = (name, derived, args, reply) => {
    add(`derived/query_metrics.${name}`, derived, 'query_metrics', args, text(reply));
  };
  query(
    'system.cpu.two-nodes',
    'series of two nodes picked from query_metrics.system.cpu.by_node_dimension',
    queryArgs('system.cpu', CPU, {
      group_by: ['node', 'dimension'],
      nodes: ['db-01', 'web-01'],
      cardinality_limit: 20,
    }),
    cut('query_metrics.system.cpu.by_node_dimension', {
      keep: (name) => /,(db|web)-01$/.test(name),
    }),
  );
  for (const [name, before, rows] of [
    ['now', 0, [0, 5]],
    ['then', -300, [5, 10]],
  ]) {
    query(
      `system.cpu.db-01.${name}`,
      'five of the fifteen one-minute rows of query_metrics.system.cpu.one-node',
      queryArgs('system.cpu', CPU, {
        after: -300,
        before,
        group_by: ['dimension'],
        nodes: ['db-01'],
      }),
      cut('query_metrics.system.cpu.one-node', { rows }),
    );
  }
}

function addChanges(add) {
  add(
    'derived/find_anomalous_metrics.db-01.limit30',
    'with a cardinality_limit: nothing was found either way',
    'find_anomalous_metrics',
    { after: -900, before: 0, cardinality_limit: 30, nodes: ['db-01'] },
    recorded('find_anomalous_metrics.db-01').reply,
  );
  // what_changed over 5 minutes asks for each context's average in the 5 minutes before.
  const before = (name, derived, { metric, dimensions, instances, nodes }, reply) => {
    add(
      `derived/query_metrics.before.${name}`,
      derived,
      'query_metrics',
      queryArgs(metric, dimensions, {
        after: -300,
        before: -300,
        group_by: ['instance', 'dimension'],
        instances,
        nodes,
      }),
      text(reply),
    );
  };
  const pick = (dimensions, nodes) => ({
    keep: (name) => dimensions.includes(name.split(',')[0]) && nodes.includes(name.split(',')[1]),
    rename: (name) => name.replace(',', ',system.cpu@'),
    groupedBy: ['dimension', 'instance'],
  });
  const rows = [5, 10];
  const minutes = 'rows 6 to 10 of the one-minute rows of';
  before(
    'system.cpu.iowait',
    `${minutes} query_metrics.system.cpu.by_node_dimension`,
    { metric: 'system.cpu', dimensions: ['iowait'], instances: ['system.cpu'], nodes: ['db-01'] },
    cut('query_metrics.system.cpu.by_node_dimension', { ...pick(['iowait'], ['db-01']), rows }),
  );
  const several = {
    dimensions: ['iowait', 'softirq'],
    nodes: ['db-01', 'prod-parent'],
  };
  before(
    'system.cpu.several',
    `${minutes} query_metrics.system.cpu.by_node_dimension`,
    { metric: 'system.cpu', instances: ['system.cpu'], ...several },
    cut('query_metrics.system.cpu.by_node_dimension', {
      ...pick(several.dimensions, several.nodes),
      rows,
    }),
  );
  before(
    'system.load',
    `${minutes} query_metrics.system.load.by_node`,
    { metric: 'system.load', dimensions: ['load1'], instances: ['system.load'], nodes: ['db-01'] },
    cut('query_metrics.system.load.by_node', {
      rows,
      keep: (name) => name === 'db-01',
      rename: (name) => `load1,system.load@${name}`,
      groupedBy: ['dimension', 'instance'],
    }),
  );
  for (const [name, at] of [
    ['now', [0, [0, 5]]],
    ['earlier', [-600, [10, 15]]],
  ]) {
    const [end, slice] = at;
    add(
      `derived/query_metrics.shift.system.cpu.${name}`,
      'five of the fifteen one-minute rows of query_metrics.system.cpu.by_node_dimension',
      'query_metrics',
      queryArgs('system.cpu', [...CPU, 'idle'], {
        after: -300,
        before: end,
        group_by: ['instance', 'dimension'],
        cardinality_limit: 500,
      }),
      text(
        cut('query_metrics.system.cpu.by_node_dimension', {
          rows: slice,
          rename: (each) => each.replace(',', ',system.cpu@'),
          groupedBy: ['dimension', 'instance'],
        }),
      ),
    );
  }
  addInverted(before);
}

/** Averages before, computed from score and average after: score = (after - before) / before. */
function addInverted(before) {
  const { results } = payload('find_correlated_metrics.volume.5m');
  const strongest = new Map();
  for (const row of results) if (!strongest.has(row[7])) strongest.set(row[7], row);
  for (const [context, row] of strongest) {
    const [score, , , average, , , node, , instance, dimension] = row;
    if (context === 'system.cpu' || context.startsWith('usergroup.')) continue;
    const value = Number((average / (1 + score)).toFixed(7));
    before(
      context,
      'average / (1 + score) of find_correlated_metrics.volume.5m; exact if every sample after was above the average before',
      { metric: context, dimensions: [dimension], instances: [instance], nodes: [node] },
      {
        api: 3,
        result: { labels: [], data: [] },
        db: { update_every: 1 },
        view: {
          update_every: 20,
          after: '2026-11-29T20:25:10Z',
          before: '2026-11-29T20:30:09Z',
          dimensions: {
            grouped_by: ['dimension', 'instance'],
            names: [`${dimension},${instance}@${node}`],
            statistics: { min: [value], max: [value], avg: [value], anomaly_rate_percent: [0] },
          },
        },
      },
    );
  }
}

/** The same agent with a child that went away, alone, after an upgrade, and with few metrics. */
function addAgents(add) {
  const raised = payload('list_raised_alerts.all');
  const alerts = (keep) =>
    text({ ...raised, alert_instances: raised.alert_instances.filter((row) => keep(row[1])) });
  const { nodes } = payload('list_nodes.all');

  add(
    'offline/list_nodes',
    'list_nodes.all with db-01 not connected',
    'list_nodes',
    {},
    text({
      nodes: nodes.map((node) =>
        node.hostname === 'db-01' ? { ...node, connected: false } : node,
      ),
    }),
  );
  add(
    'offline/list_raised_alerts',
    'list_raised_alerts.all without those of db-01',
    'list_raised_alerts',
    {},
    alerts((name) => name !== 'db-01'),
  );
  add(
    'offline/query_metrics.system.cpu.by_node',
    'query_metrics.system.cpu.by_node without db-01',
    'query_metrics',
    queryArgs('system.cpu', CPU, {}),
    text(cut('query_metrics.system.cpu.by_node', { keep: (name) => name !== 'db-01' })),
  );
  add(
    'single/list_raised_alerts',
    'list_raised_alerts.all, those of web-01',
    'list_raised_alerts',
    {},
    alerts((name) => name === 'web-01'),
  );
  add(
    'single/query_metrics.system.cpu.by_node',
    'query_metrics.system.cpu.by_node, web-01 only',
    'query_metrics',
    queryArgs('system.cpu', CPU, {}),
    text(cut('query_metrics.system.cpu.by_node', { keep: (name) => name === 'web-01' })),
  );
  const moved = (row, first) => [first, ...row.toReversed()];
  add(
    'upgraded/list_raised_alerts',
    'list_raised_alerts.all with its columns in another order and a new one in front',
    'list_raised_alerts',
    {},
    text({
      alert_instances_header: moved(raised.alert_instances_header, 'Node Version'),
      alert_instances: raised.alert_instances.map((row) => moved(row, 'v2.12.0')),
    }),
  );
  add(
    'small/list_metrics',
    'list_metrics.all.limit500, two of the names',
    'list_metrics',
    { cardinality_limit: 500 },
    text({ contexts: ['netdata.memory', 'system.cpu'] }),
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [file, fixture] of Object.entries(derivedFixtures())) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${JSON.stringify(fixture, null, 1)}\n`);
  }
}
