// What is wrong at home, machine by machine, whoever noticed it.

function describe() {
  return {
    tools: [
      {
        name: 'overview',
        access: 'read',
        idempotent: true,
        title: 'Machines and what is wrong with them',
        description:
          'Netdata health and the alerts of Alertmanager in one answer, joined by machine: offline machines first, then those with the most urgent alerts. Alerts that name no machine Netdata knows are listed under "elsewhere".',
        params: {
          node: { description: 'Only this machine; any case' },
          severity: { description: 'Only alerts of this severity, e.g. critical' },
          silenced: { type: 'boolean', default: false, description: 'Also show silenced alerts' },
          limit: {
            type: 'integer',
            minimum: 1,
            maximum: 100,
            default: 5,
            description: 'Most alerts per machine',
          },
        },
      },
    ],
  };
}

async function overview(p) {
  const [health, alerts] = await Promise.allSettled([netdataHealth(), alertmanagerAlerts()]);
  if (health.status === 'rejected' && alerts.status === 'rejected') {
    throw new Error(`Netdata: ${health.reason.message}; Alertmanager: ${alerts.reason.message}`);
  }
  const { nodes, alerts: raised } =
    health.status === 'fulfilled' ? health.value : { nodes: [], alerts: [] };
  const known = nodes.map(({ hostname }) => hostname);
  const managed = (alerts.status === 'fulfilled' ? alerts.value : []).map(
    ({ labels, ...alert }) => ({
      ...alert,
      node: nodeOf(labels, known),
      place: placeOf(labels),
    }),
  );
  const wanted = [...raised, ...managed].filter(
    (alert) =>
      (p.severity === undefined || alert.severity === p.severity.toLowerCase()) &&
      (p.silenced === true || alert.silenced !== true),
  );
  const only =
    p.node === undefined
      ? undefined
      : known.find((each) => each.toLowerCase() === p.node.toLowerCase());
  if (p.node !== undefined && only === undefined && health.status === 'fulfilled') {
    throw new Error(`Netdata has no machine "${p.node}"; it has ${known.join(', ') || 'none'}`);
  }
  const limit = p.limit ?? 5;
  return {
    machines: nodes
      .filter(({ hostname }) => only === undefined || hostname === only)
      .map(({ hostname, connected }) => machine(hostname, connected, wanted, limit))
      .sort(byTrouble),
    elsewhere:
      only === undefined
        ? shown(
            wanted.filter(({ node }) => node === undefined),
            limit,
          )
        : undefined,
    silenced:
      p.silenced === true
        ? undefined
        : managed.filter((alert) => alert.silenced).length || undefined,
    // Half an answer must not read as a whole one.
    missing: missing(health, alerts),
  };
}

function machine(hostname, connected, alerts, limit) {
  const own = alerts.filter(({ node }) => node === hostname);
  return { node: hostname, offline: connected ? undefined : true, ...shown(own, limit) };
}

function shown(alerts, limit) {
  if (alerts.length === 0) return undefined;
  const sorted = [...alerts].sort(byUrgency);
  return {
    worst: sorted[0].severity,
    alerts: sorted.slice(0, limit).map(({ node, place, ...alert }) => ({
      ...alert,
      place: node === undefined ? place : undefined,
    })),
    more: sorted.length > limit ? sorted.length - limit : undefined,
  };
}

function byTrouble(one, two) {
  const rank = ({ offline, worst, node }) =>
    `${offline ? 0 : 1}${worst === 'critical' ? 0 : worst === 'warning' ? 1 : worst === undefined ? 3 : 2}${node}`;
  return rank(one) < rank(two) ? -1 : 1;
}

function missing(health, alerts) {
  const gone = {
    netdata: health.status === 'rejected' ? health.reason.message : undefined,
    alertmanager: alerts.status === 'rejected' ? alerts.reason.message : undefined,
  };
  return gone.netdata === undefined && gone.alertmanager === undefined ? undefined : gone;
}
