// The two services, each as plain data. What one of them says never hides what the other says.

/** The JSON that a backend's tool answered. */
async function ask(backend, tool, args) {
  const { content = [], isError } = await api[backend][tool](args);
  const texts = content.filter((item) => item.type === 'text').map((item) => String(item.text));
  if (isError) throw new Error(texts[0] ?? `${tool} failed without a word`);
  for (const text of texts) {
    try {
      return JSON.parse(text);
    } catch {
      // Netdata puts warnings before or behind its JSON.
    }
  }
  throw new Error(`${tool} answered without JSON: "${(texts[0] ?? '').slice(0, 120)}"`);
}

async function netdataHealth() {
  const [listed, raised] = await Promise.all([
    ask('nd', 'list_nodes', {}),
    ask('nd', 'list_raised_alerts', {}),
  ]);
  const header = raised.alert_instances_header ?? [];
  // Columns are found by name: releases of Netdata move them.
  const column = (title) => {
    const index = header.indexOf(title);
    if (index < 0) throw new Error(`Netdata's table of alerts has no column "${title}"`);
    return index;
  };
  const rows = raised.alert_instances ?? [];
  const at =
    rows.length === 0
      ? {}
      : {
          name: column('Alert Name'),
          node: column('Hostname'),
          severity: column('Status'),
          summary: column('Summary'),
          since: column('Last Transition Timestamp'),
        };
  return {
    nodes: (listed.nodes ?? []).map(({ hostname, connected }) => ({ hostname, connected })),
    alerts: rows.map((row) => ({
      source: 'netdata',
      node: row[at.node],
      severity: String(row[at.severity]).toLowerCase(),
      name: row[at.name],
      summary: row[at.summary] || undefined,
      since: row[at.since],
    })),
  };
}

async function alertmanagerAlerts() {
  const alerts = await ask('am', 'get_alerts', { inhibited: false });
  return alerts.map((alert) => ({
    source: 'alertmanager',
    labels: alert.labels ?? {},
    severity: alert.severity,
    name: alert.name,
    summary: alert.summary ?? undefined,
    since: alert.since,
    silenced: (alert.silenced_by ?? []).length > 0 || undefined,
  }));
}
