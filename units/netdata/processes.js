// The heaviest processes of one node. Command names are private data, hence access "dangerous".

const PROCESS_COLUMNS = ['PID', 'Cmd', 'User', 'CPU', 'Memory', 'RSS'];

async function processes(p) {
  const nodes = await listNodes();
  const [node] = resolveNodes([p.node], nodes);
  if (nodes.every((each) => each.hostname !== node || !each.connected)) {
    throw new Error(`Node "${node}" is offline, so its processes can't be listed`);
  }
  const by = p.by === 'memory' ? 'Memory' : 'CPU';
  const limit = p.limit ?? 10;
  const table = await ask('execute_function', {
    node,
    function: 'processes',
    // Without columns the agent cuts a table over 20 KiB down to a single row.
    columns: PROCESS_COLUMNS,
    sort_column: by,
    sort_order: 'desc',
    limit,
  });
  if (!Array.isArray(table.data) || table.columns === undefined) {
    throw new Error(
      `Node "${node}" sent no table of processes${table.errorMessage ? `: ${table.errorMessage}` : ''}; is apps.plugin running there`,
    );
  }
  const at = (row, name) => row[table.columns[name]?.index];
  const rows = table.data
    .map((row) => ({
      pid: at(row, 'PID'),
      name: at(row, 'Cmd'),
      user: at(row, 'User'),
      cpu_pct: round2(at(row, 'CPU')),
      memory_pct: round2(at(row, 'Memory')),
      rss_mib: round2(at(row, 'RSS')),
    }))
    // Sorted here as well: a limit without a known sort column would keep the agent's order.
    .sort((one, two) =>
      by === 'CPU'
        ? (two.cpu_pct ?? 0) - (one.cpu_pct ?? 0)
        : (two.memory_pct ?? 0) - (one.memory_pct ?? 0),
    );
  return { node, by: p.by ?? 'cpu', processes: rows.slice(0, limit) };
}
