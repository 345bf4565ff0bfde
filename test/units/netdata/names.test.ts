import { expect, test } from 'vitest';
import { useNetdata } from './open-netdata.ts';

const { openNetdata } = useNetdata();

test.each([
  [
    'context',
    { context: 'system.cpuu' },
    'Netdata has no context "system.cpuu"; nearest: system.cpu, ',
  ],
  ['context in other case', { context: 'System.CPU' }, 'nearest: system.cpu, '],
  [
    'context with a wildcard',
    { context: 'system.*' },
    'Netdata has no context "system.*"; nearest: ',
  ],
  [
    'node',
    { context: 'system.cpu', nodes: ['wbe-01'] },
    'Netdata has no node "wbe-01"; nearest: db-01, web-01, web-02, cache-01, prod-parent',
  ],
  [
    'one of several nodes',
    { context: 'system.cpu', nodes: ['db-01', 'db-02'] },
    'no node "db-02"; nearest: db-01',
  ],
  ['empty node', { context: 'system.cpu', nodes: [''] }, 'Netdata has no node ""'],
  [
    'ambiguous node',
    { context: 'system.cpu', nodes: ['web'] },
    'Node "web" is not unique: web-01, web-02; write more of the name',
  ],
  [
    'dimension',
    { context: 'system.cpu', dimensions: ['user', 'usr'] },
    'Netdata has no dimension "usr"; nearest: user, ',
  ],
  [
    'label',
    { context: 'disk.space', group_by: 'label:mount' },
    'Netdata has no label "mount"; nearest: mount_root, mount_point, ',
  ],
])('refuses an unknown %s and lists the nearest', async (_, args, message) => {
  const { call, agent } = await openNetdata();
  await expect(call('metric', args)).rejects.toThrow(message);
  // The agent would have answered with an empty success.
  expect(agent.calls.map(({ tool }) => tool)).not.toContain('query_metrics');
  expect(agent.unmatched).toEqual([]);
});

test('refuses an alert that no node watches', async () => {
  const { call } = await openNetdata();
  await expect(call('health_summary', { alert: 'cpu_busy' })).rejects.toThrow(
    'Netdata has no alert "cpu_busy"; nearest: test_cpu_busy, ',
  );
});

test('refuses "no alerts" for a node that does not exist', async () => {
  const { call } = await openNetdata();
  await expect(call('health_summary', { nodes: ['no-such-node'] })).rejects.toThrow(
    'Netdata has no node "no-such-node"',
  );
});

test('refuses an unknown context for anomalies and changes alike', async () => {
  const { call } = await openNetdata();
  for (const tool of ['anomalies_now', 'what_changed']) {
    await expect(call(tool, { contexts: ['system.cpuu'] })).rejects.toThrow(
      'Netdata has no context "system.cpuu"; nearest: system.cpu',
    );
  }
});

test.each([
  ['DB-01', 'db-01'],
  [' db-01 ', 'db-01'],
  ['cache', 'cache-01'],
  ['PROD', 'prod-parent'],
])('understands node %j as %s', async (wanted, name) => {
  const { call } = await openNetdata();
  const answer = (await call('compare_nodes', {
    context: 'system.cpu',
    a: wanted,
    b: name,
  }).catch((error: unknown) => (error as Error).message)) as string;
  expect(answer).toContain(`a and b are both node "${name}"`);
});

test('names the tool, its file and line in every refusal', async () => {
  const { call } = await openNetdata();
  await expect(call('metric', { context: 'system.cpu', nodes: ['x'] })).rejects.toMatchObject({
    code: 'glue-error',
    message: expect.stringMatching(/^Unit "netdata", tool "metric": /) as string,
  });
});

test('refuses a misspelt argument before the glue runs', async () => {
  const { call, agent } = await openNetdata();
  await expect(call('metric', { contxt: 'system.cpu' })).rejects.toMatchObject({
    code: 'invalid-arguments',
  });
  expect(agent.calls).toEqual([]);
});
