// One metric over a window: the dimensions are discovered, and nothing is added up that does not add.

/** Shares of one CPU's time: they add up to 100, so all but idle make "busy". */
const CPU_TIMES = new Set(
  'user system nice iowait irq softirq steal guest guest_nice kernel interrupt dpc'.split(' '),
);

/** Units in which two nodes or two disks must not be added. */
const INTENSIVE =
  /%|\b(percent|percentage|load|celsius|fahrenheit|degrees|(milli|micro|nano)?seconds|ms|boolean|state|status|ratio|[kmg]?hz|volts?|rpm)\b/i;

async function metric(p) {
  const window = toWindow(p);
  const [details, nodes] = await Promise.all([contextDetails(p.context, window), listNodes()]);
  const wanted = resolveNodes(p.nodes, nodes);
  const plan = planQuery(p, details, wanted.length || nodes.length);
  const reply = await query(p.context, plan, window, wanted);
  const { groups, folded } = groupsOf(reply, plan);
  const shown = groups.slice(0, p.limit ?? 20);
  const offline = nodes
    .filter((node) => !node.connected && (wanted.length === 0 || wanted.includes(node.hostname)))
    .map((node) => node.hostname);
  const named = new Set(groups.map((group) => group.name));
  const silent =
    plan.group === 'node'
      ? wanted.filter((name) => !named.has(name) && !offline.includes(name))
      : [];
  return {
    context: p.context,
    units: reply.view.units ?? details.units,
    window: answeredWindow(reply, window),
    grouped_by: plan.groupBy.map((each) => (each === 'label' ? p.group_by : each)),
    aggregation: plan.aggregation,
    left_out: plan.leftOut,
    groups: shown,
    more: groups.length - shown.length + folded || undefined,
    offline: offline.length > 0 ? offline : undefined,
    no_data: silent.length > 0 ? silent : undefined,
  };
}

/** How to ask so that the answer means something. */
function planQuery(p, details, nodeCount) {
  const group = p.group_by ?? 'node';
  const label = group.startsWith('label:') ? group.slice(6) : undefined;
  if (label === undefined && !['node', 'dimension', 'instance'].includes(group)) {
    throw new Error(
      `group_by: "${group}" is not a way to group; use node, dimension, instance or label:KEY`,
    );
  }
  const labels = Object.keys(details.labels ?? {});
  const key = label === undefined ? undefined : resolveName('label', label, labels);

  const known = (details.dimensions ?? []).filter((name) => !isRest(name));
  if (known.length === 0) throw new Error(`Context "${p.context}" has no dimensions to query`);
  const cpu = known.every((name) => name === 'idle' || CPU_TIMES.has(name));
  const idle = cpu && known.length > 1 && known.includes('idle');
  const chosen = p.dimensions?.length
    ? [...new Set(p.dimensions.map((name) => resolveName('dimension', name, known)))]
    : known.filter((name) => !(idle && name === 'idle'));

  const instances = details.instances?.length || 1;
  const merged =
    (group === 'node' || group === 'instance' ? 1 : nodeCount) *
    (group === 'instance' ? 1 : instances);
  const asked = p.aggregation ?? 'auto';
  const sums = cpu && merged === 1;
  const split = asked === 'auto' && chosen.length > 1 && group !== 'dimension' && !sums;
  const aggregation =
    asked !== 'auto' ? asked : merged > 1 && INTENSIVE.test(details.units) ? 'average' : 'sum';

  const main = label === undefined ? group : 'label';
  const values = key === undefined ? 1 : details.labels[key].length;
  const groups =
    (group === 'node' ? nodeCount : group === 'instance' ? nodeCount * instances : values) *
    (split || group === 'dimension' ? chosen.length : 1);
  return {
    group,
    dimensions: chosen,
    groupBy: split ? [main, 'dimension'] : [main],
    label: key,
    aggregation,
    limit: limitFor(groups),
    leftOut: idle && !p.dimensions?.length ? ['idle'] : undefined,
  };
}

/** Above the number of groups: a smaller limit makes the agent fold groups. Its schema allows 500 at most. */
function limitFor(groups) {
  return [10, 20, 100].find((limit) => limit > groups) ?? 500;
}

function query(context, plan, window, nodes) {
  return ask('query_metrics', {
    metric: context,
    dimensions: plan.dimensions,
    after: window.after,
    before: window.before,
    points: plan.points ?? pointsFor(window),
    // Averages over each step; a maximum per step would be taken before the dimensions are added.
    time_group: 'average',
    group_by: plan.groupBy,
    aggregation: plan.aggregation,
    cardinality_limit: plan.limit,
    ...(plan.label === undefined ? {} : { group_by_label: plan.label }),
    ...(nodes.length > 0 ? { nodes } : {}),
    ...(plan.instances ? { instances: plan.instances } : {}),
  });
}

/**
 * `{ name, dimension?, avg, min, max, anomaly_rate_pct? }`, largest average first. The numbers are
 * of the grouped series (`view`); those in `summary` are per dimension and far too small.
 */
function groupsOf(reply, plan) {
  const series = seriesOf(reply, plan.dimensions);
  // Beyond its limit the agent adds groups up under this name; as one group they mean nothing.
  const rest = series.map(({ name }) => /^remaining (\d+) dimensions$/.exec(name)?.[1]);
  const groups = series
    .filter((_, index) => rest[index] === undefined)
    .sort((one, two) => Math.abs(two.avg) - Math.abs(one.avg))
    .map(({ name, dimension, ...stats }) => {
      const [avg, min, max] = [stats.avg, stats.min, stats.max].map(round2);
      return {
        name,
        dimension,
        avg,
        min: min === avg && max === avg ? undefined : min,
        max: max === avg ? undefined : max,
        anomaly_rate_pct: round2(stats.anomalies) || undefined,
      };
    });
  return { groups, folded: rest.reduce((all, count) => all + Number(count ?? 0), 0) };
}

/** The series of a reply with unrounded statistics; `name` is what remains once the dimension is cut off. */
function seriesOf(reply, dimensions) {
  const { names = [], grouped_by: by = [], statistics } = reply.view.dimensions;
  const split = by.length > 1 && by[0] === 'dimension';
  return names.map((full, index) => {
    const dimension = split
      ? dimensions
          .filter((name) => full.startsWith(`${name},`))
          .sort((one, two) => two.length - one.length)[0]
      : undefined;
    return {
      name: dimension === undefined ? full : full.slice(dimension.length + 1),
      dimension,
      avg: statistics.avg[index],
      min: statistics.min[index],
      max: statistics.max[index],
      anomalies: statistics.anomaly_rate_percent?.[index],
    };
  });
}
