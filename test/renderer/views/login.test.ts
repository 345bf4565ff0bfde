import { expect, test } from 'vitest';
import { backendRowView, backendTestView } from '../../builders/setup-views.ts';
import { backendView, gatewayView, unitView } from '../../builders/views.ts';
import { mountApp } from '../mount-app.ts';

const row = backendRowView({ name: 'linear', transport: 'http', state: 'down', login: 'needed' });
const backend = backendView({ name: 'linear', state: 'down', login: 'needed' });
const state = { backends: [row], gateway: gatewayView({ backends: [backend] }) };

test('signs in from the backends page', async () => {
  const app = await mountApp(state, { hash: '#/backends' });
  expect(app.texts('tbody .st')).toEqual(['Sign in again']);
  app.find('[aria-label="Sign in to linear"]').click();
  await app.settle();
  expect(app.texts('tbody .st')).toEqual(['Waiting for the browser']);
  app.services.finishLogin(true);
  await app.settle();
  expect(app.texts('tbody .st')).toEqual(['Healthy']);
});

test('cancels a sign-in without calling it an error', async () => {
  const app = await mountApp(state, { hash: '#/backends' });
  app.find('[aria-label="Sign in to linear"]').click();
  await app.settle();
  app.find('[aria-label="Cancel the sign-in to linear"]').click();
  await app.settle();
  expect(app.texts('tbody .st')).toEqual(['Sign in again']);
  expect(app.texts('[role="alert"]')).toEqual([]);
});

test('tells why nobody was logged in', async () => {
  const app = await mountApp(state, { hash: '#/backends' });
  app.find('[aria-label="Sign in to linear"]').click();
  await app.settle();
  app.services.finishLogin(false);
  await app.settle();
  expect(app.texts('tbody [role="alert"]')).toEqual(['Nobody logged in to "linear"']);
});

test('offers the sign-in where attention is asked for', async () => {
  const app = await mountApp(state);
  expect(app.texts('.att b')).toEqual(['linear needs you to sign in']);
  app.find('.att [aria-label="Sign in to linear"]').click();
  await app.settle();
  expect(app.texts('.att li div span')).toEqual(['Waiting for the browser']);
  app.services.finishLogin(true);
  await app.settle();
  expect(app.texts('.att b')).toEqual([]);
});

test('offers it in German and with the unit that waits', async () => {
  const units = [unitView({ state: 'backend-down', backends: [backend] })];
  const app = await mountApp({ units }, { locale: 'de' });
  expect(app.texts('.att b')).toEqual(['linear braucht deine Anmeldung']);
  expect(app.texts('.att .btn')).toEqual(['Anmelden']);
  await app.go('#/units/netdata');
  expect(app.texts('.subs .st')).toEqual(['Neu anmelden']);
});

test('adds a backend that answers with the question for a login', async () => {
  const test = backendTestView({ isOk: false, asksForLogin: true, problem: 'log in' });
  const app = await mountApp({ test }, { hash: '#/backends/add' });
  for (const [id, text] of [
    ['#be-name', 'linear'],
    ['#be-url', 'https://mcp.example.com/mcp'],
  ] as const) {
    const field = app.input(id);
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  app.find('form [type="submit"]').click();
  await app.settle();
  expect(app.texts('form .st')).toEqual(['It asks for a sign-in. Add it, then sign in.']);
  app.find('form .pri').click();
  await app.settle();
  expect(app.services.state.backends.map(({ name }) => name)).toContain('linear');
});
