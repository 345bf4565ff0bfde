// what_changed against any other baseline: both windows are queried and compared here.

/** What is compared when the caller names no contexts: the state of a machine at a glance. */
const OVERVIEW = [
  'system.cpu',
  'system.load',
  'system.ram',
  'system.io',
  'system.net',
  'system.processes',
  'system.ctxt',
  'system.cpu_some_pressure',
  'system.memory_some_pressure',
  'system.io_some_pressure',
  'mem.swap',
  'disk.io',
  'disk.util',
  'disk.await',
  'disk.space',
  'net.net',
  'net.packets',
  'ip.tcpsock',
  'ip.tcperrors',
];

async function changedSince(p, span, start) {
  const windows = [
    { after: -span, before: 0, seconds: span },
    start.at === undefined
      ? { after: -span, before: -start.back || 0, seconds: span }
      : { after: start.at, before: start.at + span, seconds: span },
  ];
  const { nodes = [] } = await scopeOf({ nodes: p.nodes });
  const details = await comparedContexts(p);
  const contexts = Object.keys(details);
  const replies = await Promise.all(
    contexts.flatMap((context) => {
      const dimensions = (details[context].dimensions ?? []).filter((name) => !isRest(name));
      // Instances times nodes is not known beforehand, so the limit is the highest there is.
      const plan = seriesPlan(dimensions, Infinity);
      return windows.map((window) => query(context, plan, window, nodes));
    }),
  );
  const rows = contexts.flatMap((context, index) =>
    shifts(context, details[context], replies[2 * index], replies[2 * index + 1]),
  );
  const folded = foldSeries(
    rows.filter((row) => row.score > 0).sort((one, two) => two.score - one.score),
  );
  const shown = folded.slice(0, p.limit ?? 10);
  const was = replies[1] && answeredWindow(replies[1], windows[1]);
  if (rows.length === 0) {
    throw new Error(
      `Nothing to compare: ${contexts.join(', ') || 'no common context'} has no data ${was ? `between ${was.after} and ${was.before}, or none now` : 'here'}; name other contexts or a later baseline`,
    );
  }
  return {
    window: durationText(span),
    baseline: `${was.after}/${was.before}`,
    baseline_requested: was.requested && `${was.requested.after}/${was.requested.before}`,
    data_from: was.data_from,
    contexts_compared: contexts.length,
    series_compared: rows.length,
    changes: shown.map((row) => ({
      ...seriesName(row),
      before: round2(row.before),
      after: round2(row.avg),
      change: round2(row.avg - row.before),
      units: row.units,
      similar: row.similar || undefined,
      more_nodes: row.also.size || undefined,
    })),
    more: restOf(folded, shown),
  };
}

async function comparedContexts(p) {
  if (p.contexts?.length) {
    const details = await detailsOf(p.contexts);
    const missing = p.contexts.find((name) => details[name] === undefined);
    if (missing !== undefined) throw unknownName('context', missing, await contextNames());
    return details;
  }
  const known = new Set(await contextNames());
  return detailsOf(OVERVIEW.filter((name) => known.has(name)));
}

/** Series of one context in both windows; `score` is the change relative to the value before. */
function shifts(context, details, now, then) {
  const values = (reply) => {
    const { names = [], statistics } = reply.view.dimensions;
    return new Map(names.map((name, index) => [name, statistics.avg[index]]));
  };
  const [after, before] = [values(now), values(then)];
  // Without any data in one of the windows there is nothing to compare.
  if (after.size === 0 || before.size === 0) return [];
  const largest = Math.max(...[...after.values(), ...before.values()].map(Math.abs));
  return [...new Set([...after.keys(), ...before.keys()])].map((name) => {
    const avg = after.get(name) ?? 0;
    const was = before.get(name) ?? 0;
    // From nearly nothing to nearly nothing is no change: 0 to 0.03 % CPU would lead any ranking.
    const base = Math.max(Math.abs(was), largest / 100);
    return {
      ...partsOf(name, details.dimensions),
      context,
      avg,
      before: was,
      units: now.view.units ?? details.units,
      score: base === 0 ? 0 : Math.abs(avg - was) / base,
    };
  });
}

/** "iowait,system.cpu@db-01" taken apart; host names hold no @, instances may. */
function partsOf(full, dimensions) {
  const dimension = dimensions
    .filter((name) => full.startsWith(`${name},`))
    .sort((one, two) => two.length - one.length)[0];
  const rest = dimension === undefined ? full : full.slice(dimension.length + 1);
  const at = rest.lastIndexOf('@');
  return { dimension: dimension ?? full, instance: rest.slice(0, at), node: rest.slice(at + 1) };
}
