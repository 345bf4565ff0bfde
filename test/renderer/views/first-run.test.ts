import { expect, test } from 'vitest';
import { clientView } from '../../builders/setup-views.ts';
import { auditView, gatewayView, unitView } from '../../builders/views.ts';
import { mountApp } from '../mount-app.ts';

const nothing = {
  gateway: gatewayView({ clients: [] }),
  units: [],
  audit: [],
  clients: [
    clientView({ state: 'not-installed' }),
    clientView({ id: 'cursor', label: 'Cursor', state: 'not-installed' }),
    clientView({ id: 'zed', label: 'Zed', isDetected: false, state: 'not-installed' }),
  ],
};

test('leads from Netdata to a client to a question', async () => {
  const { texts, find, settle, services } = await mountApp(nothing);
  expect(texts('h1')).toEqual(['Welcome']);
  expect(texts('.steps .now h2')).toEqual(['Add Netdata, now']);
  find('.steps .formbox .btn[type="submit"]').click();
  await settle();
  find('.steps .formbox .btn.pri').click();
  await settle();
  expect(texts('.steps .done h2')).toEqual(['Add Netdata, done']);
  expect(texts('.steps .now .btn')).toEqual([
    'Install into Claude Desktop',
    'Install into Cursor',
    'All clients',
  ]);
  services.changeGateway(gatewayView({ clients: [{ client: 'cursor', strategy: 'code' }] }));
  await settle();
  expect(texts('.steps .now h2')).toEqual(['Ask a question, now']);
  services.appendAudit([auditView({ client: 'cursor' })]);
  await settle();
  expect(texts('h1')).toEqual(['Overview']);
});

test('asks to restart a client that has our entry already', async () => {
  const { texts } = await mountApp({
    ...nothing,
    units: [unitView()],
    clients: [clientView({ state: 'installed' })],
  });
  expect(texts('.steps .now p')).toEqual([
    'The entry is in Claude Desktop. Restart it to take the change up.',
  ]);
});

test('takes a call from Try it for no question of a client', async () => {
  const { texts } = await mountApp({
    ...nothing,
    units: [unitView()],
    audit: [auditView({ client: 'toolmesh-window' })],
  });
  expect(texts('.steps .now h2')).toEqual(['Connect a client, now']);
});

test('shows what needs attention below the steps', async () => {
  const { texts } = await mountApp({
    ...nothing,
    gateway: gatewayView({ clients: [], missingKeys: [{ name: 'KEY', usedBy: ['x'] }] }),
  });
  expect(texts('.att li b')).toEqual(['The key KEY is missing']);
});

test('stays away once it was skipped', async () => {
  const { texts, find, settle } = await mountApp(nothing);
  find('.bar .btn').click();
  await settle();
  expect(texts('h1')).toEqual(['Overview']);
  expect(texts('.empty b')).toEqual(['No units yet']);
  expect(localStorage.getItem('first-run')).toBe('skipped');
});
