// Two nodes over one window, or one node over two windows: per dimension a, b, a - b and a / b.

async function compare_nodes(p) {
  const overTime = p.baseline_after !== undefined;
  if (overTime === (p.b !== undefined)) {
    throw new Error(
      'Give either "b" (another node) or "baseline_after" (the same node earlier), not both and not neither',
    );
  }
  if (!overTime && p.baseline_before !== undefined) {
    throw new Error('baseline_before needs baseline_after');
  }
  const window = toWindow(p);
  const baseline = overTime ? baselineWindow(p, window) : undefined;
  const [details, nodes] = await Promise.all([contextDetails(p.context, window), listNodes()]);
  const [a, b] = resolveEach(overTime ? [p.a] : [p.a, p.b], nodes);
  if (a === b)
    throw new Error(`a and b are both node "${a}"; name two nodes, or use baseline_after`);
  const plan = planQuery(
    { context: p.context, dimensions: p.dimensions, group_by: 'dimension' },
    details,
    1,
  );
  return overTime
    ? compareTimes(p, plan, a, window, baseline)
    : compareTwo(p, plan, [a, b], window);
}

function resolveEach(names, nodes) {
  return names.map((name) => resolveNodes([name], nodes)[0]);
}

/** As long as the window unless `baseline_before` says otherwise. */
function baselineWindow(p, window) {
  const names = { after: 'baseline_after', before: 'baseline_before' };
  if (p.baseline_before !== undefined) {
    return toWindow({ after: p.baseline_after, before: p.baseline_before }, names);
  }
  const start = parseTime(names.after, p.baseline_after);
  const { seconds } = window;
  if (start.at !== undefined) return { after: start.at, before: start.at + seconds, seconds };
  return { after: -seconds, before: Math.min(0, seconds - start.back) || 0, seconds };
}

async function compareTwo(p, plan, [a, b], window) {
  const both = {
    ...plan,
    groupBy: ['node', 'dimension'],
    limit: limitFor(2 * plan.dimensions.length),
  };
  const reply = await query(p.context, both, window, [a, b]);
  const series = seriesOf(reply, plan.dimensions);
  const of = (node) =>
    new Map(series.filter((each) => each.name === node).map((each) => [each.dimension, each.avg]));
  const [left, right] = [of(a), of(b)];
  for (const [node, values] of [
    [a, left],
    [b, right],
  ]) {
    if (values.size === 0) throw noData(p.context, node, reply);
  }
  return {
    context: p.context,
    units: reply.view.units,
    window: answeredWindow(reply, window),
    a,
    b,
    groups: differences(left, right, plan),
  };
}

async function compareTimes(p, plan, node, window, baseline) {
  const [now, then] = await Promise.all([
    query(p.context, plan, window, [node]),
    query(p.context, plan, baseline, [node]),
  ]);
  const of = (reply) =>
    new Map(seriesOf(reply, plan.dimensions).map((each) => [each.name, each.avg]));
  const [left, right] = [of(now), of(then)];
  if (left.size === 0) throw noData(p.context, node, now);
  if (right.size === 0) throw noData(p.context, node, then);
  return {
    context: p.context,
    units: now.view.units,
    node,
    a: answeredWindow(now, window),
    b: answeredWindow(then, baseline),
    groups: differences(left, right, plan),
  };
}

function noData(context, node, reply) {
  return new Error(
    `Node "${node}" has no data for "${context}" between ${reply.view.after} and ${reply.view.before}; health_summary shows which nodes are offline`,
  );
}

/** Largest difference first. The agent drops dimensions that were zero all the time, so absent is 0. */
function differences(left, right, plan) {
  const names = [...new Set([...left.keys(), ...right.keys()])];
  const rows = names.map((name) => ({ name, a: left.get(name) ?? 0, b: right.get(name) ?? 0 }));
  // Averages of parts add up to the average of the whole (their maxima would not).
  if (plan.leftOut) {
    const sum = (side) => rows.reduce((all, row) => all + row[side], 0);
    rows.push({ name: 'total', a: sum('a'), b: sum('b') });
  }
  return rows
    .sort((one, two) => Math.abs(two.a - two.b) - Math.abs(one.a - one.b))
    .map(({ name, a, b }) => ({
      name,
      a: round2(a),
      b: round2(b),
      delta: round2(a - b),
      ratio: a === 0 || b === 0 ? undefined : round2(a / b),
    }));
}
