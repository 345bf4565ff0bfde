import { expect, onTestFinished, test } from 'vitest';
import { createServer } from 'node:http';
import { openUnit } from '../../fakes/run-glue.ts';
import { startReplay } from '../../fakes/replay-netdata.mjs';
import { fixtureFolders, useNetdata } from './open-netdata.ts';

const { openNetdata, sandbox } = useNetdata();

test('works against a single agent', async () => {
  const { call, agent } = await openNetdata({ agent: 'single' });
  expect(await call('health_summary')).toMatchObject({
    nodes: { total: 1, online: 1, offline: [] },
    alerts: { critical: 0, warning: 4 },
  });
  expect(await call('metric', { context: 'system.cpu' })).toMatchObject({
    groups: [{ name: 'web-01', avg: 71.96 }],
  });
  expect(agent.unmatched).toEqual([]);
});

test('names an offline child that is missing from a metric', async () => {
  const { call } = await openNetdata({ agent: 'offline' });
  expect(await call('metric', { context: 'system.cpu' })).toMatchObject({
    groups: [{}, {}, {}, {}],
    offline: ['db-01'],
  });
});

test('passes the key to a protected agent', async () => {
  const { call } = await openNetdata({ key: 'right', send: 'right' });
  expect(await call('health_summary')).toMatchObject({ nodes: { total: 5 } });
});

test.each([
  ['no', undefined],
  ['the wrong', 'wrong'],
])('says what to do when a protected agent gets %s key', async (_, send) => {
  const { call } = await openNetdata({ key: 'right', ...(send !== undefined && { send }) });
  const failure = await call('health_summary').catch((error: unknown) => (error as Error).message);
  expect(failure).toContain(
    'The Netdata agent has bearer token protection switched on and refused the call without the right key (HTTP 412); the key lies on the agent in /var/lib/netdata/mcp_dev_preview_api_key, store it as the credential NETDATA_API_KEY',
  );
  expect(failure).not.toContain('wrong');
});

test('survives an upgrade that moved columns while it ran', async () => {
  const before = await openNetdata();
  const old = await before.call('health_summary');
  const after = await openNetdata({ agent: 'upgraded', version: 'v2.12.0' });
  expect(await after.call('health_summary')).toEqual(old);
});

test('answers again after the agent restarted as another version', async () => {
  const first = await startReplay({ folders: fixtureFolders() });
  const unit = await openUnit({ unit: 'netdata', urls: { nd: first.url }, sandbox });
  onTestFinished(() => unit.close());
  const old = await unit.call('health_summary');
  await first.close();
  await expect(unit.call('health_summary')).rejects.toThrow(
    /^Unit "netdata", tool "health_summary": Netdata's list_\w+ failed: Backend "nd" does not answer/,
  );
  const port = Number(new URL(first.url).port);
  const second = await startReplay({
    folders: fixtureFolders('upgraded'),
    version: 'v2.12.0',
    port,
  });
  onTestFinished(() => second.close());
  expect(await unit.call('health_summary')).toEqual(old);
});

test('says which tool an older agent does not have', async () => {
  const { agent, ...unit } = await openNetdata({
    extra: [
      {
        tool: 'find_anomalous_metrics',
        arguments: { after: -900, before: 0, cardinality_limit: 30 },
        reply: { error: { code: -32600, message: 'Unknown tool: find_anomalous_metrics' } },
      },
    ],
  });
  await expect(unit.call('anomalies_now')).rejects.toThrow(
    'This Netdata agent has no tool "find_anomalous_metrics"; the unit needs an agent of version 2.7.2 or later',
  );
});

test('refuses a table whose columns it does not know', async () => {
  const text = JSON.stringify({ alert_instances_header: ['Alarm', 'Host'], alert_instances: [] });
  const { call } = await openNetdata({
    extra: [
      {
        tool: 'list_raised_alerts',
        arguments: {},
        reply: { result: { content: [{ type: 'text', text }] } },
      },
    ],
  });
  await expect(call('health_summary')).rejects.toThrow('this Netdata version is not known');
});

test('says so when the URL leads to something that is not an agent', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}/mcp`;
  const unit = await openUnit({ unit: 'netdata', urls: { nd: url }, sandbox });
  onTestFinished(() => unit.close());
  await expect(unit.call('health_summary')).rejects.toThrow(
    /Netdata's list_\w+ failed: Backend "nd"/,
  );
});

test('refuses an answer without JSON', async () => {
  const { call } = await openNetdata({
    extra: [
      {
        tool: 'list_nodes',
        arguments: {},
        reply: { result: { content: [{ type: 'text', text: 'hello' }] } },
      },
    ],
  });
  await expect(call('health_summary')).rejects.toThrow(
    'Netdata\'s list_nodes answered without JSON: "hello"',
  );
});
