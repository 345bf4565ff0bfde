import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BackendRegistry } from '../../../main/backends/registry.ts';
import { allProblems, loadConfig } from '../../../main/config/load-config.ts';
import { resolvePaths } from '../../../main/config/paths.ts';
import {
  buildRegistry,
  type ToolRegistry,
} from '../../../main/gateway/exposition/tool-registry.ts';
import { createRecordingLogger } from '../../fakes/recording-logger.ts';
import { startReplay, type Replay } from '../../fakes/replay-netdata.mjs';
import { useNetdata } from './open-netdata.ts';

const { sandbox } = useNetdata();
const root = path.join(import.meta.dirname, '../../..');

/** The example's configuration over a recorded agent, as far as names and routes. */
async function openExample(): Promise<{ registry: ToolRegistry; agent: Replay }> {
  const agent = await startReplay();
  onTestFinished(() => agent.close());
  const config = await loadConfig(
    resolvePaths({
      TOOLMESH_HOME: path.join(root, 'docs/examples/raw-and-curated'),
      TOOLMESH_UNITS_DIR: path.join(root, 'units'),
    }),
    {},
  );
  const units = config.units.filter(({ name }) => name === 'netdata');
  expect(allProblems(config).filter(({ subject }) => /netdata|backends/.test(subject))).toEqual([]);
  const backends = new BackendRegistry(
    {
      appVersion: '0.0.0',
      logger: createRecordingLogger(),
      credential: () => Promise.resolve(undefined),
      childEnvironment: () => Promise.resolve({}),
    },
    sandbox,
  );
  onTestFinished(() => backends.close());
  const here = <T extends object>(entry: T): T => ({ ...entry, url: agent.url });
  backends.apply(
    (config.backends ?? []).map(here),
    units.map(({ name, files, backends: own, expose }) => ({
      name,
      files,
      backends: own.map(here),
      expose: { promoted: expose.tools, metaSignals: expose.meta_signals, audit: expose.audit },
      limits: { timeoutMs: 20_000, memoryMb: 128, calls: 100, resultBytes: 1_000_000 },
    })),
  );
  await backends.allAttempts();
  return { registry: buildRegistry(backends.backends()), agent };
}

test('lists the five raw tools and the six of the unit', async () => {
  const { registry } = await openExample();
  expect(registry.warnings).toEqual([]);
  expect([...registry.byCanonicalName.keys()].sort()).toEqual([
    'netdata_anomalies_now',
    'netdata_compare_nodes',
    'netdata_health_summary',
    'netdata_metric',
    'netdata_processes',
    'netdata_raw_get_metrics_details',
    'netdata_raw_list_metrics',
    'netdata_raw_list_nodes',
    'netdata_raw_list_raised_alerts',
    'netdata_raw_query_metrics',
    'netdata_what_changed',
  ]);
});

test.each([
  ['netdata_raw_query_metrics', 'netdata_raw', 'query_metrics'],
  ['netdata_metric', 'netdata', 'metric'],
])('routes %s to the tool of %s', async (name, backend, tool) => {
  const { registry } = await openExample();
  const entry = registry.byCanonicalName.get(name);
  expect([entry?.backend.name, entry?.tool.name]).toEqual([backend, tool]);
});

test('promotes the health summary and nothing raw', async () => {
  const { registry } = await openExample();
  const promoted = registry.entries.flatMap(({ promotedAs }) => promotedAs ?? []);
  expect(promoted).toEqual(['netdata_health_summary']);
});

test('never calls a raw tool that is not included', async () => {
  const { registry, agent } = await openExample();
  const raw = registry.byCanonicalName.get('netdata_raw_list_nodes')?.backend;
  const call = (tool: string): Promise<unknown> | undefined =>
    raw?.callTool({
      tool,
      args: {},
      signal: new AbortController().signal,
      subCall: () => Promise.reject(new Error('passthrough tools have no private backends')),
      onConsole: () => undefined,
    });
  await expect(call('execute_function')).rejects.toMatchObject({ code: 'unknown-tool' });
  await expect(call('list_nodes')).resolves.toMatchObject({ content: [{ type: 'text' }] });
  expect(agent.calls.map(({ tool }) => tool)).toEqual(['list_nodes']);
});
