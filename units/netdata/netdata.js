// The tools as a model sees them.

function describe() {
  const nodes = {
    type: 'array',
    items: { type: 'string' },
    description: 'Host names; any case, a unique beginning is enough. Default: all nodes',
  };
  const contexts = {
    type: 'array',
    items: { type: 'string' },
    description: 'Look only at these contexts, e.g. ["system.cpu"]',
  };
  const context = {
    required: true,
    description: 'What to measure, e.g. system.cpu, system.load, system.ram, disk.space, net.net',
  };
  const dimensions = {
    type: 'array',
    items: { type: 'string' },
    description: 'Only these dimensions; default: all of them',
  };
  const time = (what) => ({
    type: ['string', 'integer'],
    description: `${what}: "-15m", "2h" (ago), "2026-11-29T20:20:09Z", epoch seconds or ms`,
  });
  const after = time('Start, default 15 minutes before the end');
  const before = time('End, default now');
  const window = {
    description: 'Length of the window that ends now, e.g. "15m", "2h"',
    default: '15m',
  };
  const limit = (value, max) => ({ type: 'integer', minimum: 1, maximum: max, default: value });

  return {
    tools: [
      {
        name: 'metric',
        access: 'read',
        idempotent: true,
        title: 'Metric over a window',
        description:
          'avg, min and max of one metric per node (or per dimension, instance or label), largest first. Dimensions are discovered; CPU times are added up to "busy", other dimensions stay apart. min and max are of averages over step_s seconds.',
        params: {
          context,
          group_by: {
            description: 'node, dimension, instance or label:KEY',
            pattern: '^(node|dimension|instance|label:.+)$',
            default: 'node',
          },
          nodes,
          dimensions,
          after,
          before,
          aggregation: {
            enum: ['auto', 'sum', 'average', 'max', 'min'],
            default: 'auto',
            description: 'How series that fall into one group are put together',
          },
          limit: limit(20, 500),
        },
        suggests: [{ tool: 'compare_nodes', reason: 'two nodes, or now against earlier' }],
      },
      {
        name: 'compare_nodes',
        access: 'read',
        idempotent: true,
        title: 'Compare two nodes, or one node over time',
        description:
          'Per dimension the averages a and b, delta = a - b and ratio = a / b. Two nodes: a and b. One node now and earlier: a and baseline_after.',
        params: {
          context,
          a: { required: true, description: 'Node' },
          b: { description: 'Other node' },
          baseline_after: time('Start of the earlier window'),
          baseline_before: time('Its end, default: as long as the window'),
          dimensions,
          after,
          before,
        },
      },
      {
        name: 'health_summary',
        access: 'read',
        idempotent: true,
        title: 'Health of all nodes',
        description:
          'Which nodes are offline and which alerts are raised: critical first, then longest standing. Start here.',
        params: {
          nodes,
          severity: { enum: ['critical', 'warning'], description: 'List only these' },
          alert: { description: 'Only this alert, by its exact name' },
          limit: { ...limit(6, 200), description: 'Alerts listed; the rest is counted' },
        },
        suggests: [
          { tool: 'anomalies_now', reason: 'what is unusual without an alert' },
          { tool: 'what_changed', reason: 'what shifted just before' },
        ],
      },
      {
        name: 'anomalies_now',
        access: 'read',
        idempotent: true,
        title: 'Anomalies',
        description:
          'Series that the machine learning found anomalous for at least min_rate percent of the window. "similar" counts folded series of the same instance, "also_on" names nodes with the same series.',
        params: {
          window,
          nodes,
          contexts,
          limit: limit(10, 100),
          min_rate: { type: 'number', minimum: 0, maximum: 100, default: 5 },
        },
      },
      {
        name: 'what_changed',
        access: 'read',
        idempotent: true,
        title: 'What changed',
        description:
          'Series whose average shifted most against a baseline, with before, after and change; "more_nodes" counts nodes with the same shift. Default baseline: the window right before. With another one only common system contexts, or those given, are compared.',
        params: {
          window,
          baseline: time(
            'Baseline of equal length: how long ago it ended ("1d"), or when it began',
          ),
          nodes,
          contexts,
          limit: limit(10, 50),
        },
      },
      {
        name: 'processes',
        access: 'dangerous',
        title: 'Top processes',
        description:
          "Heaviest processes of one node by CPU or memory. Needs the agent's MCP key and a node claimed to Netdata Cloud.",
        params: {
          node: { required: true, description: 'Host name; a unique beginning is enough' },
          by: { enum: ['cpu', 'memory'], default: 'cpu' },
          limit: limit(10, 50),
        },
      },
    ],
  };
}
