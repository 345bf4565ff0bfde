import { afterAll, expect, onTestFinished, test } from 'vitest';
import { restWorld } from '../../builders/rest-backend.ts';
import {
  startAlertmanager,
  type FakeAlert,
  type FakeAlertmanager,
} from '../../fakes/alertmanager.ts';
import { netdataFixtures, startReplay } from '../../fakes/replay-netdata.mjs';
import { openUnit, type OpenUnit } from '../../fakes/run-glue.ts';
import { openSandbox } from '../../main/sandbox/open-sandbox.ts';

const sandbox = openSandbox();
const rest = restWorld();
afterAll(() => rest.close());

interface Homelab extends OpenUnit {
  readonly manager: FakeAlertmanager;
  readonly closeAgent: () => Promise<void>;
}

async function openHomelab(alerts: readonly FakeAlert[]): Promise<Homelab> {
  const agent = await startReplay({ folders: [netdataFixtures] });
  const manager = await startAlertmanager(alerts);
  const unit = await openUnit({
    unit: 'homelab',
    urls: { nd: agent.url, am: manager.url },
    sandbox,
    rest: rest.world,
  });
  onTestFinished(() => unit.close());
  return { ...unit, manager, closeAgent: () => agent.close() };
}

const diskFull: FakeAlert = {
  labels: { alertname: 'DiskFull', severity: 'critical', instance: 'db-01.lan:9100' },
  annotations: { summary: 'Disk is 97 % full' },
};
const routerDown: FakeAlert = {
  labels: { alertname: 'Down', severity: 'warning', instance: '192.0.2.1' },
};

interface Overview {
  readonly machines: readonly { node: string; alerts?: readonly Record<string, unknown>[] }[];
  readonly elsewhere?: { readonly alerts: readonly Record<string, unknown>[] };
  readonly silenced?: number;
  readonly missing?: Readonly<Record<string, string>>;
}

test('joins the alerts of both services by machine', async () => {
  const { call, problems } = await openHomelab([diskFull, routerDown]);
  expect(problems).toStrictEqual([]);
  const { machines, elsewhere } = (await call('overview', { limit: 100 })) as Overview;
  const db = machines.find(({ node }) => node === 'db-01');
  expect(db?.alerts?.map(({ source }) => source)).toContain('netdata');
  expect(db?.alerts).toContainEqual({
    source: 'alertmanager',
    severity: 'critical',
    name: 'DiskFull',
    summary: 'Disk is 97 % full',
    since: '2026-01-10T08:00:00.000Z',
  });
  expect(elsewhere?.alerts).toMatchObject([{ name: 'Down', place: '192.0.2.1' }]);
});

test('counts silenced alerts and shows them when asked', async () => {
  const silenced: FakeAlert = { ...diskFull, state: 'suppressed', silencedBy: ['one'] };
  const { call } = await openHomelab([silenced]);
  const hidden = (await call('overview', { node: 'DB-01' })) as Overview;
  expect(hidden.silenced).toBe(1);
  expect(JSON.stringify(hidden.machines)).not.toContain('DiskFull');
  const all = (await call('overview', { node: 'DB-01', silenced: true, limit: 100 })) as Overview;
  expect(JSON.stringify(all.machines)).toContain('DiskFull');
});

test('says which half is missing when Alertmanager is away', async () => {
  const { call, manager } = await openHomelab([]);
  await manager.close();
  const { machines, missing } = (await call('overview')) as Overview;
  expect(machines.length).toBe(5);
  expect(missing?.['alertmanager']).toContain('does not answer');
});

test('answers with the alerts alone when Netdata is away', async () => {
  const { call, closeAgent } = await openHomelab([diskFull]);
  await closeAgent();
  const { elsewhere, missing } = (await call('overview')) as Overview;
  expect(elsewhere?.alerts).toMatchObject([{ name: 'DiskFull', place: 'db-01.lan:9100' }]);
  expect(missing?.['netdata']).toBeDefined();
});

test('names the machines there are when one is unknown', async () => {
  const { call } = await openHomelab([]);
  await expect(call('overview', { node: 'nas' })).rejects.toThrow(
    /no machine "nas"; it has .*db-01/,
  );
});
