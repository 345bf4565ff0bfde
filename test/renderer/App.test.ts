import { expect, test } from 'vitest';
import {
  backendView,
  brokenUnitView,
  gatewayView,
  savingsView,
  unitView,
} from '../builders/views.ts';
import { mountApp } from './mount-app.ts';

test('goes to a page by its number', async () => {
  const { press, texts } = await mountApp();
  for (const [key, title] of [
    ['2', 'Units'],
    ['3', 'Activity'],
    ['4', 'Savings'],
    ['5', 'Clients'],
    ['6', 'Backends'],
    ['7', 'Credentials'],
    ['8', 'Access'],
    ['9', 'Settings'],
    ['1', 'Overview'],
  ] as const) {
    await press(key, { ctrlKey: true });
    expect(texts('h1')).toEqual([title]);
  }
});

test('speaks German to a German system', async () => {
  const { texts } = await mountApp({}, { locale: 'de-DE' });
  expect(texts('.side .nav a')).toEqual([
    'Übersicht',
    'Units',
    'Aktivität',
    'Ersparnis',
    'Clients',
    'Backends',
    'Schlüssel',
    'Zugriff',
    'Einstellungen',
  ]);
  expect(texts('.head3 .l')).toContain('1 von 1 Unit ein, 1 Client');
});

test('counts what needs attention beside the overview', async () => {
  const down = unitView({
    name: 'homelab',
    state: 'backend-down',
    backends: [backendView({ name: 'am', state: 'down', detail: 'Connection refused' })],
  });
  const { texts } = await mountApp({ units: [brokenUnitView(), down] });
  expect(texts('.side .tag-n')).toEqual(['22 need attention']);
  expect(texts('.att li b')).toEqual([
    'tasks has an error in unit.yaml, line 9',
    'am does not answer',
  ]);
});

test('shows three problems and the rest on demand', async () => {
  const units = ['a', 'b', 'c', 'd', 'e'].map((name) => brokenUnitView({ name }));
  const { texts, find, settle } = await mountApp({ units });
  expect(texts('.att li b').at(-1)).toBe('2 more');
  find('.att button').click();
  await settle();
  expect(texts('.att li b')).toHaveLength(5);
});

test('pauses and resumes from the sidebar', async () => {
  const { find, settle, services, texts } = await mountApp();
  find('[aria-label="Pause gateway"]').click();
  await settle();
  expect(services.state.gateway.state).toBe('paused');
  expect(texts('.banner b')).toEqual(['The gateway is paused.']);
  find('.banner button').click();
  await settle();
  expect(texts('.banner')).toEqual([]);
});

test('follows a change that came from elsewhere', async () => {
  const { services, settle, texts } = await mountApp();
  services.changeGateway(gatewayView({ state: 'paused' }));
  await settle();
  expect(texts('.side .st')).toEqual(['Paused']);
});

test('says what will be on a page that is still empty', async () => {
  const { go, texts, app, settle } = await mountApp({
    units: [],
    audit: [],
    savings: savingsView({ rawBytes: 0 }),
  });
  app.firstRun.skip();
  await settle();
  expect(texts('.empty b')).toEqual(['No units yet']);
  await go('#/units');
  expect(texts('.empty b')).toEqual(['No units yet']);
  await go('#/activity');
  expect(texts('.empty b')).toEqual(['No calls yet']);
  await go('#/savings');
  expect(texts('.empty b')).toEqual(['No savings yet']);
});

test('adds a shipped unit with one click and shows it', async () => {
  const { find, settle, texts, app } = await mountApp({
    units: [],
    examples: [{ name: 'netdata', summary: 'Five questions about all nodes' }],
  });
  app.firstRun.skip();
  await settle();
  find('.empty .btn.pri').click();
  await settle();
  expect(texts('.u-h h2')).toEqual(['netdata']);
});

test('tells why the app does not answer', async () => {
  const { texts } = await mountApp({ gateway: { ...gatewayView(), state: 'odd' as never } });
  expect(texts('.note b')).toEqual([
    '"gateway:get" failed inside the app; its log holds the cause',
  ]);
});
