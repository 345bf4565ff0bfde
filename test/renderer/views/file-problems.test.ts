import { expect, test } from 'vitest';
import { accessView } from '../../builders/setup-views.ts';
import { brokenUnitView, gatewayView } from '../../builders/views.ts';
import { mountApp } from '../mount-app.ts';

const broken = (subject: string, message: string) =>
  gatewayView({ problems: [{ subject, message, line: 3, severity: 'error' }] });

test('says on the page of backends what is wrong with their file', async () => {
  const { texts } = await mountApp(
    { backends: [], gateway: broken('backends.yaml', 'transport: expected "http", got "htp"') },
    { hash: '#/backends' },
  );
  expect(texts('.note b')).toEqual(['transport: expected "http", got "htp"']);
  expect(texts('.note p')).toEqual(['backends.yaml, line 3']);
});

test('says that nothing may be called while the rules cannot be read', async () => {
  const denied = accessView().classes.map((row) => ({
    ...row,
    decisions: { read: 'deny' as const },
  }));
  const { texts } = await mountApp(
    {
      access: accessView({ classes: denied }),
      gateway: broken('settings.yaml', 'access: unknown key "trustd"'),
    },
    { hash: '#/access' },
  );
  expect(texts('.note p')).toEqual([
    'settings.yaml, line 3',
    'Every call is denied until the file can be read.',
  ]);
});

test('leads from a broken file to the page that shows it', async () => {
  const { find } = await mountApp({ gateway: broken('settings.yaml', 'unknown key') });
  expect(find('.att a').getAttribute('href')).toBe('#/settings');
});

test('leaves the first step open while no unit has ever loaded', async () => {
  const { texts } = await mountApp({ units: [brokenUnitView({ tools: [] })], audit: [] });
  expect(texts('.steps .now h2')).toEqual(['Add Netdata, now']);
});
