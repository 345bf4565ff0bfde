// What the agent's machine learning finds unusual, strongest first.

async function anomalies_now(p) {
  const span = parseDuration('window', p.window ?? '15m');
  const limit = p.limit ?? 10;
  const least = p.min_rate ?? 5;
  const scope = await scopeOf(p);
  const reply = await ask('find_anomalous_metrics', {
    after: -span,
    before: 0,
    // The agent raises anything below 30 to 30; folding needs some to spare.
    cardinality_limit: Math.min(500, Math.max(30, 3 * limit)),
    ...scope,
  });
  const all = foundSeries(reply);
  const strong = all.filter((row) => row.score >= least);
  const folded = foldSeries(strong);
  const shown = folded.slice(0, limit);
  return {
    window: durationText(span),
    min_rate_pct: least,
    series_analysed: reply.metadata?.total_time_series_analyzed,
    anomalies: shown.map((row) => ({
      rate_pct: round2(row.score),
      ...seriesName(row),
      avg: round2(row.avg),
      max: round2(row.max),
      similar: row.similar || undefined,
      also_on: row.also.size > 0 ? [...row.also] : undefined,
    })),
    more: restOf(folded, shown),
    // All the agent returned was strong enough, so weaker-ranked ones may have been cut there.
    cut_at: reply.metadata?.truncated && strong.length === all.length ? all.length : undefined,
  };
}

/** Checked filters for the find_* tools: they answer an unknown name with "nothing found". */
async function scopeOf(p) {
  const [nodes, contexts] = await Promise.all([
    p.nodes?.length ? listNodes().then((known) => resolveNodes(p.nodes, known)) : [],
    p.contexts?.length ? knownContexts(p.contexts) : [],
  ]);
  return {
    ...(contexts.length > 0 ? { metrics: contexts } : {}),
    ...(nodes.length > 0 ? { nodes } : {}),
  };
}

async function knownContexts(wanted) {
  const details = await detailsOf(wanted);
  const missing = wanted.find((name) => details[name] === undefined);
  if (missing !== undefined) throw unknownName('context', missing, await contextNames());
  return wanted;
}

/** A dimension named like its context, as in `user.threads`, is left out. */
function seriesName(row) {
  return {
    node: row.node,
    context: row.context,
    instance: shortInstance(row.instance, row.context),
    dimension: row.context.endsWith(`.${row.dimension}`) ? undefined : row.dimension,
  };
}
