// What is wrong now: offline nodes and raised alerts in one answer.

async function health_summary(p) {
  const asked = p.nodes ?? [];
  let nodes;
  let raised;
  if (asked.length === 0) {
    [nodes, raised] = await Promise.all([listNodes(), ask('list_raised_alerts', {})]);
  } else {
    nodes = await listNodes();
    const names = resolveNodes(asked, nodes);
    nodes = nodes.filter((node) => names.includes(node.hostname));
    raised = await ask('list_raised_alerts', { nodes: names });
  }
  let alerts = alertsOf(raised);
  if (p.alert !== undefined) alerts = await onlyAlert(alerts, p.alert);

  const counts = { critical: 0, warning: 0 };
  for (const alert of alerts) counts[alert.severity] = (counts[alert.severity] ?? 0) + 1;
  const matching = alerts
    .filter((alert) => p.severity === undefined || alert.severity === p.severity)
    .sort(byUrgency);
  const shown = matching.slice(0, p.limit ?? 6);
  const offline = nodes.filter((node) => !node.connected).map((node) => node.hostname);
  return {
    nodes: {
      total: nodes.length,
      online: nodes.length - offline.length,
      offline,
      // Not prose for its own sake: without it "no alerts" reads as "all is well".
      offline_alerts: offline.length > 0 ? 'unknown: the agent drops them' : undefined,
    },
    alerts: {
      ...counts,
      items: shown,
      more: countsBySeverity(matching.slice(shown.length)),
      // The agent lists 200 at most and says nothing about the rest.
      cut_at: (raised.alert_instances ?? []).length >= 200 ? 200 : undefined,
    },
  };
}

function alertsOf(raised) {
  const rows = rowsOf(raised.alert_instances_header ?? [], raised.alert_instances ?? [], {
    alert: /^Alert Name$/i,
    node: /^Hostname$/i,
    instance: /^Instance/i,
    context: /^Context/i,
    status: /^Status$/i,
    summary: /^Summary$/i,
    units: /^Units$/i,
    value: /^Last Updated Value$/i,
    since: /^Last Transition Timestamp$/i,
  });
  return rows.map((row) => ({
    severity: String(row.status).toLowerCase(),
    node: row.node,
    alert: row.alert,
    instance: shortInstance(row.instance, row.context),
    value: round2(row.value),
    units: row.units || undefined,
    since: row.since,
    summary: row.summary || undefined,
  }));
}

/** Critical before warning, then the longest standing first. */
function byUrgency(one, two) {
  const rank = { critical: 0, warning: 1 };
  const by = (rank[one.severity] ?? 2) - (rank[two.severity] ?? 2);
  if (by !== 0) return by;
  return one.since < two.since ? -1 : one.since > two.since ? 1 : 0;
}

function countsBySeverity(alerts) {
  if (alerts.length === 0) return undefined;
  const counts = {};
  for (const { severity } of alerts) counts[severity] = (counts[severity] ?? 0) + 1;
  return counts;
}

/** A name that is watched but not raised gives none; one that nobody watches is refused. */
async function onlyAlert(alerts, wanted) {
  const lower = wanted.trim().toLowerCase();
  const found = alerts.filter((each) => each.alert.toLowerCase() === lower);
  if (found.length > 0) return found;
  const running = await ask('list_running_alerts', {});
  const names = rowsOf(running.all_alerts_header ?? [], running.all_alerts ?? [], {
    name: /^Alert Name$/i,
  }).map((row) => row.name);
  resolveName('alert', wanted, names);
  return [];
}
