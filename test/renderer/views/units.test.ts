import { expect, test } from 'vitest';
import { GatewayError } from '../../../main/platform/gateway-error.ts';
import { backendView, brokenUnitView, unitView } from '../../builders/views.ts';
import { mountApp } from '../mount-app.ts';

const units = { hash: '#/units' };
const promote = '[aria-label="Promote metric"]';

test('promotes a tool with its switch', async () => {
  const { find, settle, services, input } = await mountApp({}, units);
  find(promote).click();
  await settle();
  expect(input(promote).checked).toBe(true);
  expect(services.state.units[0]?.tools[0]?.promoted).toBe(true);
});

test('keeps the switch in its place until the app has answered', async () => {
  const { find, settle, services, input } = await mountApp({}, units);
  let answer = (): void => undefined;
  services.setPromoted = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  find(promote).click();
  await settle();
  expect(input(promote).checked).toBe(false);
  expect(find(promote).getAttribute('aria-busy')).toBe('true');
  answer();
  await settle();
  expect(find(promote).getAttribute('aria-busy')).toBe('false');
});

test('says below the tool why a promotion was refused', async () => {
  const { find, settle, services, texts, input } = await mountApp({}, units);
  const problem = 'unit.yaml of "netdata" changed on disk; look at it and try again';
  services.setPromoted = () => Promise.reject(new GatewayError('config-invalid', problem));
  find(promote).click();
  await settle();
  expect(texts('.tbl .s2.err')).toEqual([problem]);
  expect(input(promote).checked).toBe(false);
});

test('shows where the file is wrong and locks its switches', async () => {
  const { texts } = await mountApp({ units: [brokenUnitView()] }, units);
  expect(texts('.note p')).toEqual([
    'unknown key "tool", expected one of meta_signals, audit, tools; nearest is "tools"',
    'The last good version keeps running. Save the file to load it again.',
  ]);
  expect(
    [...document.querySelectorAll<HTMLInputElement>('.tbl .sw')].map((sw) => sw.disabled),
  ).toEqual([true, true]);
});

test('walks the list with the arrow keys in one tab stop', async () => {
  const list = ['a', 'b', 'c'].map((name) => unitView({ name }));
  const { find, press, texts } = await mountApp({ units: list }, units);
  find('.md-l .it').focus();
  await press('ArrowDown');
  expect(texts('.u-h h2')).toEqual(['b']);
  await press('End');
  expect(texts('.u-h h2')).toEqual(['c']);
  expect(document.querySelectorAll('.md-l [tabindex="0"]')).toHaveLength(1);
});

test('switches a unit off', async () => {
  const { find, settle, texts } = await mountApp({}, units);
  find('[aria-label="Unit netdata on"]').click();
  await settle();
  expect(texts('.md-l .it > span:last-child')).toEqual(['Off']);
});

test('says in German, too, what is wrong with a unit', async () => {
  const down = backendView({ name: 'alertmanager', state: 'down' });
  const { texts } = await mountApp(
    {
      units: [
        unitView({ name: 'homelab', state: 'backend-down', line: '', backends: [down] }),
        brokenUnitView(),
      ],
    },
    { hash: '#/units', locale: 'de-DE' },
  );
  expect(texts('.md-l .it > span:last-child')).toEqual([
    'alertmanager ist ausgefallen',
    'unit.yaml, Zeile 9',
  ]);
});
