import { execFile } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftoverSegments } from '../../main/gateway/audit/journal.ts';
import { AuditStore } from '../../main/gateway/audit/audit-store.ts';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, textOf, type StdioClient } from '../builders/stdio-client.ts';
import { startReplay, type Replay } from '../fakes/replay-netdata.mjs';
import { stop } from '../setup/background.ts';

const run = promisify(execFile);

let home: OwnHome;
let agent: Replay;
let gateway: ChildProcess;
let client: StdioClient;

beforeAll(async () => {
  home = ownHome();
  agent = await startReplay();
  home.addNetdata(agent.url);
  gateway = await headlessGateway(home);
  client = await stdioClient(home, 'claude-desktop');
});

afterAll(async () => {
  await client.client.close();
  await stop(gateway);
  await agent.close();
  home.remove();
  expect(agent.unmatched).toEqual([]);
});

test('lists code mode and the promoted tool, and nothing else', async () => {
  expect(await client.toolNames()).toEqual([
    'discover_tools',
    'execute_code',
    'netdata_health_summary',
  ]);
});

test('answers the promoted tool with one compact result', async () => {
  const answer = JSON.parse(await client.callText('netdata_health_summary')) as unknown;
  expect(answer).toMatchObject({
    nodes: { total: 5, online: 5 },
    alerts: { critical: 1, warning: 14 },
  });
});

test('folds ten kilobytes of the agent into at most one, with the same numbers', async () => {
  const code = "return await toolmesh.netdata_metric({ context: 'system.cpu' });";
  const result = await client.call('execute_code', { code });
  const [answer] = result.content;
  const text = answer?.type === 'text' ? answer.text : '';
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000);
  const raw =
    agent.calls.findLast((call) => call.tool === 'query_metrics')?.reply.result?.content[0]?.text ??
    '';
  expect(Buffer.byteLength(raw)).toBeGreaterThan(9000);
  const { view } = JSON.parse(raw) as {
    view: { dimensions: { names: string[]; statistics: { avg: number[] } } };
  };
  const expected = Object.fromEntries(
    view.dimensions.names.map((name, index) => [
      name,
      round(view.dimensions.statistics.avg[index] ?? Number.NaN),
    ]),
  );
  const { groups } = JSON.parse(text) as { groups: { name: string; avg: number }[] };
  expect(Object.fromEntries(groups.map(({ name, avg }) => [name, avg]))).toEqual(expected);
});

test('never shows the private backend nor its tools', async () => {
  const found = await client.callText('discover_tools');
  const listed = JSON.stringify((await client.client.listTools()).tools);
  for (const hidden of ['query_metrics', 'list_raised_alerts', 'nd_', '"nd"']) {
    expect(found).not.toContain(hidden);
    expect(listed).not.toContain(hidden);
  }
  for (const name of ['query_metrics', 'nd_query_metrics', 'netdata_query_metrics']) {
    const refused = await client.call(name, {});
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain(`Tool "${name}" does not exist`);
  }
  const code = 'return typeof api + typeof toolmesh.nd_query_metrics';
  expect(textOf(await client.call('execute_code', { code }))).toContain('undefined');
  const reached = await client.call('execute_code', {
    code: 'return await toolmesh.nd_query_metrics({})',
  });
  expect(reached.isError).toBe(true);
});

test('keeps a record of the call and of each private call under it', async () => {
  await client.callText('netdata_health_summary', { severity: 'critical' });
  await stop(gateway);
  const store = new AuditStore(path.join(home.folder, 'data', 'audit'), () => undefined);
  store.ingestLeftovers(leftoverSegments(path.join(home.folder, 'data', 'audit')));
  const { records } = store.query({ limit: 500, order: 'oldest' });
  store.close();
  const call = records.findLast((record) => record.tool === 'health_summary');
  expect(call).toMatchObject({
    client: 'claude-desktop',
    clientInfo: 'test-client 1.0.0',
    callerClass: 'standard',
    kind: 'tool',
    backend: 'netdata',
    exposedAs: 'netdata_health_summary',
    access: 'read',
    status: 'success',
    params: '{"severity":"critical"}',
    parentId: null,
  });
  const children = records.filter((record) => record.parentId === call?.id);
  expect(children.length).toBe(call?.subCalls);
  expect(
    children.every(
      (record) =>
        record.kind === 'api' && record.backend === 'nd' && record.traceId === call?.traceId,
    ),
  ).toBe(true);
});

test('starts the headless gateway for a client when none is running', async () => {
  const fresh = await stdioClient(home);
  expect(await fresh.toolNames()).toContain('netdata_health_summary');
  await fresh.client.close();
});

test('prints on the command line what a client gets', async () => {
  const { stdout } = await run(process.execPath, [cliFile, 'call', 'netdata_health_summary'], {
    env: home.env,
  });
  expect(JSON.parse(stdout)).toMatchObject({ alerts: { critical: 1 } });
  const failed = await run(
    process.execPath,
    [cliFile, 'call', 'netdata_metric', '{"context":"system.cpu","nodes":["web-1"]}'],
    { env: home.env },
  ).catch((error: unknown) => error as { code: number; stdout: string });
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('web-01') as string,
  });
});

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
