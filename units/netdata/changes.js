// What behaves differently from before: ranked by the agent, with the value before it looked up.

async function what_changed(p) {
  const span = parseDuration('window', p.window ?? '15m');
  const back = p.baseline === undefined ? undefined : parseTime('baseline', p.baseline);
  // The agent ignores its own baseline arguments and always takes the window right before.
  if (back !== undefined && back.back !== span) return changedSince(p, span, back);

  const limit = p.limit ?? 10;
  const reply = await ask('find_correlated_metrics', {
    // Relative on purpose: with absolute times the agent compares the window with itself.
    after: -span,
    before: 0,
    // Its default of 50 series is enough for ten after folding.
    ...(limit > 10 ? { cardinality_limit: Math.min(500, 5 * limit) } : {}),
    ...(await scopeOf(p)),
  });
  const folded = foldSeries(foundSeries(reply));
  const shown = folded.slice(0, limit);
  const earlier = await valuesBefore(shown, span);
  return {
    window: durationText(span),
    baseline: `preceding ${durationText(span)}`,
    series_analysed: reply.metadata?.total_time_series_analyzed,
    changes: shown.map((row) => {
      const { avg: before, units } = earlier(row) ?? {};
      return {
        ...seriesName(row),
        before: round2(before),
        after: round2(row.avg),
        change: before === undefined ? undefined : round2(row.avg - before),
        units,
        similar: row.similar || undefined,
        more_nodes: row.also.size || undefined,
      };
    }),
    more: restOf(folded, shown),
  };
}

/** Looks up the preceding window's averages, one query per context, all at once. */
async function valuesBefore(rows, span) {
  const contexts = [...new Set(rows.map((row) => row.context))];
  const window = { after: -span, before: -span, seconds: span };
  const replies = await Promise.all(
    contexts.map((context) => {
      const own = rows.filter((row) => row.context === context);
      const pick = (key) => [...new Set(own.map((row) => row[key]))];
      const plan = { ...seriesPlan(pick('dimension'), own.length), instances: pick('instance') };
      return query(context, plan, window, pick('node'));
    }),
  );
  return (row) => {
    const reply = replies[contexts.indexOf(row.context)];
    return seriesAt(reply, row);
  };
}

/** Each series by itself; steps stay under a minute for short windows, where the agent has exact data. */
function seriesPlan(dimensions, groups) {
  return {
    dimensions,
    groupBy: ['instance', 'dimension'],
    aggregation: 'sum',
    limit: limitFor(groups),
  };
}

/** Average of one series in a reply grouped by instance and dimension: "iowait,system.cpu@db-01". */
function seriesAt(reply, { dimension, instance, node }) {
  const names = reply.view.dimensions.names ?? [];
  const index = names.indexOf(`${dimension},${instance}@${node}`);
  if (index < 0) {
    // A series that was zero throughout is dropped by the agent; one that had no data gives no answer at all.
    return reply.db?.first_entry ? { avg: 0, units: reply.view.units } : undefined;
  }
  return { avg: reply.view.dimensions.statistics.avg[index], units: reply.view.units };
}
