import { expect, test } from 'vitest';
import { backendRowView } from '../../builders/setup-views.ts';
import { toolView, unitView } from '../../builders/views.ts';
import { mountApp } from '../mount-app.ts';

test('draws two hundred rows of a long table and more when they are wanted', async () => {
  const tools = Array.from({ length: 450 }, (_, index) => toolView({ name: `tool${index}` }));
  const app = await mountApp({ units: [unitView({ tools })] }, { hash: '#/units' });
  const shown = () => [app.texts('.tbl tbody tr').length, app.texts('.more-rows')];
  expect(shown()).toEqual([200, ['250 more']]);
  app.find('.more-rows').click();
  await app.settle();
  expect(shown()).toEqual([400, ['50 more']]);
  app.find('.more-rows').click();
  await app.settle();
  expect(shown()).toEqual([450, []]);
});

test('draws the backends of units after all of its own', async () => {
  const row = (index: number, unit: string | null) => backendRowView({ name: `b${index}`, unit });
  const backends = [
    ...Array.from({ length: 199 }, (_, index) => row(index, null)),
    ...Array.from({ length: 3 }, (_, index) => row(index, 'homelab')),
  ];
  const app = await mountApp({ backends, changes: [] }, { hash: '#/backends' });
  expect(app.texts('.tbl tbody .tool').slice(-2)).toEqual(['b198', 'homelab / b0']);
  expect(app.texts('.more-rows')).toEqual(['2 more']);
});
