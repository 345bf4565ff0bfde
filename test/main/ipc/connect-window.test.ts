import { expect, test } from 'vitest';
import type { Bridge } from '../../../main/contract/bridge.ts';
import { eventNames, requestNames } from '../../../main/contract/channel-names.ts';
import { events, requests } from '../../../main/contract/channels.ts';
import { connectWindow } from '../../../main/ipc/connect-window.ts';
import { createEmit } from '../../../main/ipc/emit.ts';
import { createHandle } from '../../../main/ipc/handle.ts';
import { GatewayError } from '../../../main/platform/gateway-error.ts';
import { createBridge } from '../../../main/preload/create-bridge.ts';
import { auditView, brokenUnitView, unitView } from '../../builders/views.ts';
import { FakeWindowServices } from '../../fakes/fake-window-services.ts';
import { FakeDesktop } from '../../fakes/fake-desktop.ts';
import { FakeIpc } from '../../fakes/fake-ipc.ts';
import { createRecordingLogger } from '../../fakes/recording-logger.ts';

function connect(services = new FakeWindowServices()) {
  const ipc = new FakeIpc();
  const logger = createRecordingLogger();
  const desktop = new FakeDesktop();
  const disconnect = connectWindow({
    services,
    handle: createHandle({
      ipc: ipc.main,
      isOwnPage: (event) => (event as unknown as { sender: string }).sender === 'own page',
      logger,
    }),
    emit: createEmit(ipc.contents, logger),
    desktop,
  });
  return {
    services,
    ipc,
    logger,
    desktop,
    opened: desktop.opened,
    disconnect,
    bridge: createBridge(ipc),
  };
}

function bridgeFunctions(bridge: Bridge): string[] {
  return Object.entries(bridge).flatMap(([noun, functions]) =>
    Object.keys(functions).map((name) => {
      const event = /^on([A-Z])(.*)$/.exec(name);
      return event
        ? `${noun}:${event[1]?.toLowerCase() ?? ''}${event[2] ?? ''}`
        : `${noun}:${name}`;
    }),
  );
}

test('every channel has a handler, a schema and a bridge function', () => {
  const { ipc, bridge } = connect();
  expect([...ipc.handlers.keys()].sort()).toEqual([...requestNames].sort());
  expect(Object.keys(requests).sort()).toEqual([...requestNames].sort());
  expect(Object.keys(events).sort()).toEqual([...eventNames].sort());
  expect(bridgeFunctions(bridge).sort()).toEqual([...requestNames, ...eventNames].sort());
});

const hostile: readonly unknown[] = [
  null,
  0,
  '../../etc/passwd',
  [],
  { __proto__: { unit: 'netdata' } },
  { unit: { toString: 'netdata' }, tool: 'metric', promoted: true },
  { unit: 'netdata', tool: 'metric', promoted: 'yes' },
  { unit: 'netdata', enabled: true, extra: 1 },
  { example: '' },
  { example: 'x'.repeat(201) },
  { limit: 1e9 },
  { limit: -1 },
  { limit: 1.5 },
  { paused: 1 },
];

test.each(requestNames)('%s refuses hostile payloads', async (channel) => {
  const { ipc, services } = connect();
  const before = structuredClone(services.state);
  for (const payload of hostile) {
    expect(await ipc.invoke(channel, payload)).toMatchObject({
      ok: false,
      error: { code: 'invalid-arguments' },
    });
  }
  expect(services.state).toEqual(before);
});

test.each(requestNames)('%s answers nobody but the own page', async (channel) => {
  const { ipc, logger } = connect();
  ipc.sender = 'another frame';
  expect(await ipc.invoke(channel)).toMatchObject({ ok: false, error: { code: 'access-denied' } });
  expect(logger.lines[0]?.message).toContain(channel);
});

test('shows the promoted tool in the answer', async () => {
  const { bridge } = connect();
  const reply = await bridge.units.promote({ unit: 'netdata', tool: 'metric', promoted: true });
  const promoted = reply.ok && reply.value[0]?.tools.filter((tool) => tool.promoted);
  expect(promoted).toMatchObject([{ name: 'metric' }, { name: 'health_summary' }]);
});

test('passes on the code and message of a gateway error', async () => {
  const { bridge } = connect();
  expect(await bridge.units.promote({ unit: 'none', tool: 'x', promoted: true })).toEqual({
    ok: false,
    error: { code: 'config-invalid', message: 'Unit "none" does not exist; reload the list' },
  });
});

test('keeps the text of an unexpected error from the window', async () => {
  const services = new FakeWindowServices();
  services.addExample = () => Promise.reject(new Error('Bearer s3cr3t in /home/user'));
  const { bridge } = connect(services);
  expect(await bridge.units.add({ example: 'netdata' })).toEqual({
    ok: false,
    error: {
      code: 'internal',
      message: '"units:add" failed inside the app; its log holds the cause',
    },
  });
});

test('refuses to answer with what breaks the schema', async () => {
  const services = new FakeWindowServices({ units: [{ ...unitView(), secret: 'x' } as never] });
  const { bridge } = connect(services);
  expect(await bridge.units.list()).toMatchObject({ ok: false, error: { code: 'internal' } });
});

test('opens only folders of units it knows', async () => {
  const { bridge, opened } = connect();
  expect(await bridge.units.open({ unit: '../../etc' })).toMatchObject({ ok: false });
  await bridge.units.open({ unit: 'netdata' });
  await bridge.units.browse();
  expect(opened).toEqual([
    '/home/user/.config/toolmesh/units/netdata',
    '/home/user/.config/toolmesh/units',
  ]);
});

test('opens a file at the line of its problem or error', async () => {
  const { bridge, opened } = connect(new FakeWindowServices({ units: [brokenUnitView()] }));
  await bridge.units.openFile({ unit: 'tasks', problem: 0 });
  await bridge.units.openFile({ unit: 'tasks', glue: 'tasks.js', line: 88 });
  await bridge.units.openFile({ unit: 'tasks' });
  const file = '/home/user/.config/toolmesh/units/tasks/unit.yaml';
  expect(opened).toEqual([`${file}:9`, `${file}:88`, file]);
});

test('brings waiting calls to the front', async () => {
  const { bridge, opened } = connect();
  expect(await bridge.approvals.show()).toEqual({ ok: true, value: null });
  expect(opened).toEqual(['approvals']);
});

test('tells the window about new audit rows until unsubscribed', () => {
  const { bridge, services } = connect();
  const seen: string[] = [];
  const stop = bridge.audit.onAppended((rows) => seen.push(...rows.map(({ id }) => id)));
  services.appendAudit([auditView({ id: 'one' })]);
  stop();
  services.appendAudit([auditView({ id: 'two' })]);
  expect(seen).toEqual(['one']);
});

test('never sends an event that breaks its schema', () => {
  const { bridge, services, logger } = connect();
  const seen: unknown[] = [];
  bridge.units.onChanged((units) => seen.push(units));
  services.changeUnits([{ ...unitView(), state: 'odd' } as never]);
  expect(seen).toEqual([]);
  expect(logger.lines.map(({ level }) => level)).toEqual(['error']);
});

test('leaves no listener behind after the disconnect', () => {
  const { services, disconnect } = connect();
  disconnect();
  expect(services.listenerCount).toBe(0);
});

test('GatewayError keeps its stack out of the reply', async () => {
  const services = new FakeWindowServices();
  services.setUnitEnabled = () => Promise.reject(new GatewayError('internal', 'Unit is busy'));
  const { bridge } = connect(services);
  const reply = await bridge.units.enable({ unit: 'netdata', enabled: false });
  expect(JSON.stringify(reply)).not.toContain('at ');
});
