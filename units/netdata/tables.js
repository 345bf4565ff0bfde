// Small things the answers are made of.

/** Two decimals; null and NaN become undefined and so leave the answer. */
function round2(value) {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.round(value * 100) / 100 || 0
    : undefined;
}

/** Rows of a `{ header, rows }` pair as objects: columns are found by name, as versions move them. */
function rowsOf(header, rows, columns) {
  const indexes = Object.entries(columns).map(([key, title]) => {
    const index = header.findIndex((each) => title.test(each));
    if (index < 0) {
      throw new Error(
        `The agent's table has no column like ${String(title)} (it has ${header.join(', ')}); this Netdata version is not known to the unit`,
      );
    }
    return [key, index];
  });
  return rows.map((row) => Object.fromEntries(indexes.map(([key, index]) => [key, row[index]])));
}

/** Rows of the three find_* tools. */
function foundSeries(reply) {
  return rowsOf(reply.columns ?? [], reply.results ?? [], {
    score: /^(Anomaly Rate|Volume Score|KS2 Score|Coefficient of Variation)$/i,
    max: /^Maximum/i,
    avg: /^Average/i,
    node: /^Hostname$/i,
    context: /^Context/i,
    instance: /Instance$/i,
    dimension: /^Dimension$/i,
  });
}

/**
 * Folds near-duplicates into the strongest row: other dimensions of one instance on one node
 * (apps.plugin's user and usergroup are one) and the same series on other nodes. Strongest come first.
 */
function foldSeries(rows) {
  const kept = [];
  const seen = new Map();
  for (const row of rows) {
    const thing = [row.context, row.instance].map((name) => name.replace(/^usergroup\b/, 'user'));
    const here = [...thing, '', row.node].join('\n');
    const everywhere = [...thing, row.dimension].join('\n');
    const first = seen.get(here) ?? seen.get(everywhere);
    if (first === undefined) kept.push({ ...row, similar: 0, also: new Set() });
    else if (first.node === row.node) first.similar += 1;
    else first.also.add(row.node);
    const owner = first ?? kept.at(-1);
    for (const key of [here, everywhere]) if (!seen.has(key)) seen.set(key, owner);
  }
  return kept;
}

/** How many rows follow what is shown, or undefined. */
function restOf(all, shown) {
  return all.length > shown.length ? all.length - shown.length : undefined;
}
