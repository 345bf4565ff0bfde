import { expect, test } from 'vitest';
import { useNetdata } from './open-netdata.ts';

const { openNetdata } = useNetdata();

const request = {
  node: 'db-01',
  function: 'processes',
  columns: ['PID', 'Cmd', 'User', 'CPU', 'Memory', 'RSS'],
  sort_column: 'CPU',
  sort_order: 'desc',
  limit: 2,
};

// By hand: no recording has a claimed agent. Column names are those of apps.plugin, the shape is
// that of the recorded table `execute_function.streaming.key`, prose first.
function table(data: readonly unknown[][]): {
  result: { content: { type: string; text: string }[] };
} {
  const columns = Object.fromEntries(
    request.columns.map((name, index) => [name, { type: 'string', index, name }]),
  );
  const json = JSON.stringify({ status: 200, type: 'table', data, columns });
  return {
    result: {
      content: [
        { type: 'text', text: 'Some prose' },
        { type: 'text', text: json },
      ],
    },
  };
}

function refusal(message: string): { error: { code: number; message: string } } {
  return { error: { code: -32000, message } };
}

test('lists the heaviest processes of a node', async () => {
  const reply = table([
    [7, 'postgres', 'postgres', 3.14159, 12.5, 2048.126],
    [9, 'mysqld', 'mysql', 88.125, 1.004, 10],
  ]);
  const { call } = await openNetdata({
    extra: [{ tool: 'execute_function', arguments: request, reply }],
  });
  expect(await call('processes', { node: 'DB', limit: 2 })).toEqual({
    node: 'db-01',
    by: 'cpu',
    processes: [
      { pid: 9, name: 'mysqld', user: 'mysql', cpu_pct: 88.13, memory_pct: 1, rss_mib: 10 },
      {
        pid: 7,
        name: 'postgres',
        user: 'postgres',
        cpu_pct: 3.14,
        memory_pct: 12.5,
        rss_mib: 2048.13,
      },
    ],
  });
});

test('says which key is needed and where it lies', async () => {
  const reply = refusal("You are not authorized to execute function 'processes' on node 'db-01'.");
  const { call } = await openNetdata({
    extra: [{ tool: 'execute_function', arguments: request, reply }],
  });
  await expect(call('processes', { node: 'db-01', limit: 2 })).rejects.toThrow(
    'Netdata does not run "processes" on node "db-01" for us: this needs the agent\'s MCP key and an agent claimed to Netdata Cloud (Netdata says the same when the node is offline or has no such function); the key lies on the agent in /var/lib/netdata/mcp_dev_preview_api_key, store it as the credential NETDATA_API_KEY',
  );
});

test('takes a failure that looks like a result for a failure', async () => {
  const text = 'FUNCTION EXECUTION FAILED\n\nunknown column "CPU"';
  const { call } = await openNetdata({
    extra: [
      {
        tool: 'execute_function',
        arguments: request,
        reply: { result: { content: [{ type: 'text', text }] } },
      },
    ],
  });
  await expect(call('processes', { node: 'db-01', limit: 2 })).rejects.toThrow(
    "Netdata's execute_function failed: FUNCTION EXECUTION FAILED",
  );
});

test('never asks an offline node for its processes', async () => {
  const { call, agent } = await openNetdata({ agent: 'offline' });
  await expect(call('processes', { node: 'db-01' })).rejects.toThrow('Node "db-01" is offline');
  expect(agent.calls.map(({ tool }) => tool)).toEqual(['list_nodes']);
});

test('declares itself dangerous and everything else read', async () => {
  const { tools } = await openNetdata();
  expect(tools.map(({ name, access }) => [name, access])).toEqual([
    ['metric', 'read'],
    ['compare_nodes', 'read'],
    ['health_summary', 'read'],
    ['anomalies_now', 'read'],
    ['what_changed', 'read'],
    ['processes', 'dangerous'],
  ]);
});
