// What `out/` is made of. Each part builds into a stage folder and returns its input files.

const node = async (options) => (await import('./node-bundle.mjs')).bundleForNode(options);

export const parts = [
  {
    name: 'main',
    entry: 'main/main.ts',
    build: (entry, stage) => node({ entry, stage, name: 'main', format: 'esm', target: 'node20' }),
  },
  {
    name: 'cli',
    entry: 'main/cli.ts',
    build: (entry, stage) =>
      node({ entry, stage, name: 'cli', format: 'esm', target: 'node20', isExecutable: true }),
  },
  {
    name: 'audit-worker',
    entry: 'main/gateway/audit/audit-worker.ts',
    build: (entry, stage) =>
      node({ entry, stage, name: 'audit-worker', format: 'esm', target: 'node20' }),
  },
  {
    name: 'exposition',
    entry: 'main/exposition.ts',
    build: (entry, stage) =>
      node({ entry, stage, name: 'exposition', format: 'esm', target: 'node20' }),
  },
  {
    name: 'jq-worker',
    entry: 'main/backends/rest/jq/jq-worker.ts',
    build: async (entry, stage) => {
      const inputs = await node({
        entry,
        stage,
        name: 'jq-worker',
        format: 'cjs',
        target: 'node20',
      });
      const { copyJq } = await import('./copies.mjs');
      return [...inputs, ...copyJq(stage)];
    },
  },
  {
    name: 'dadl-driver',
    entry: 'test/drivers/dadl-driver.ts',
    build: (entry, stage) =>
      node({ entry, stage: `${stage}/drivers`, name: 'dadl', format: 'esm', target: 'node20' }),
  },
  {
    name: 'dadl-bench',
    entry: 'test/bench/dadl-bench.ts',
    build: (entry, stage) =>
      node({
        entry,
        stage: `${stage}/drivers`,
        name: 'dadl-bench',
        format: 'esm',
        target: 'node20',
      }),
  },
  {
    name: 'preload',
    entry: 'main/preload/preload.ts',
    build: (entry, stage) =>
      node({ entry, stage, name: 'preload', format: 'cjs', target: 'chrome130' }),
  },
  {
    name: 'sandbox-host',
    entry: 'main/sandbox/host/host.ts',
    build: async (entry, stage) => {
      const inputs = await node({
        entry,
        stage: `${stage}/sandbox-host`,
        name: 'host',
        format: 'cjs',
        target: 'node24',
      });
      const { copyHostRuntime } = await import('./copies.mjs');
      return [...inputs, ...copyHostRuntime(stage)];
    },
  },
  {
    name: 'renderer',
    entry: 'renderer/index.html',
    build: async (entry, stage) => (await import('./renderer.mjs')).bundleRenderer(stage),
  },
  {
    name: 'policies',
    entry: 'main/gateway/policies/shipped',
    build: async (entry, stage) => (await import('./copies.mjs')).copyPolicies(stage),
  },
  {
    name: 'icons',
    entry: 'build/icons/png',
    build: async (entry, stage) => (await import('./copies.mjs')).copyIcons(stage),
  },
];
