import { expect, test } from 'vitest';
import { GatewayError } from '../../../main/platform/gateway-error.ts';
import { economyView, settingsView } from '../../builders/setup-views.ts';
import { savingsView } from '../../builders/views.ts';
import { mountApp } from '../mount-app.ts';

const section = '.sec:last-of-type';

test('shows what every form of the list costs and which to take', async () => {
  const app = await mountApp({}, { hash: '#/savings' });
  expect(app.texts(`${section} tbody .nm`)).toEqual([
    'codein use, recommended',
    'flat',
    'grouped',
    'grouped, compact',
    'All private toolswithout units',
  ]);
  expect(app.texts(`${section} tbody td:last-child .hide-s`)).toEqual([
    '1,310',
    '2,470',
    '2,020',
    '1,530',
    '11,840',
  ]);
  expect(app.texts(`${section} .cap`)).toEqual([
    'code takes 14 % fewer tokens than grouped, compact.',
  ]);
});

test('measures for the client that is chosen', async () => {
  const settings = settingsView({ clients: [{ client: 'cursor', strategy: 'flat' }] });
  const app = await mountApp({ settings }, { hash: '#/savings' });
  app.services.economy = (client) =>
    Promise.resolve(
      economyView({
        client,
        current: 'flat',
        forms: [{ form: 'flat', servedAs: 'code', tools: 3, bytes: 900, tokens: 220 }],
        savedPercent: 0,
        recommended: 'flat',
        comparedWith: 'code',
      }),
    );
  const choice = app.find('[aria-label="Client"]') as HTMLSelectElement;
  choice.value = 'cursor';
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  await app.settle();
  expect(app.texts(`${section} tbody .nm`)[0]).toBe(
    'flatin use, recommended, too many tools, served as code',
  );
  expect(app.texts(`${section} .cap`)).toEqual([
    'flat costs about the same as code and needs no search first.',
  ]);
});

test('speaks German there too, also before anything was saved', async () => {
  const savings = savingsView({ rawBytes: 0, returnedBytes: 0 });
  const app = await mountApp({ savings }, { hash: '#/savings', locale: 'de-DE' });
  expect(app.texts('h2')).toEqual(['Kosten der Liste']);
  expect(app.texts(`${section} .cap`)).toEqual([
    'code braucht 14 % weniger Token als grouped, compact.',
  ]);
});

test('says why nothing could be measured', async () => {
  const app = await mountApp({}, { hash: '#/overview' });
  app.services.economy = () =>
    Promise.reject(new GatewayError('internal', 'The tokenizer is behind'));
  await app.go('#/savings');
  expect(app.texts(`${section} [role=alert]`)).toEqual(['The tokenizer is behind']);
});
