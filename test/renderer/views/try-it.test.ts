import { expect, test } from 'vitest';
import type { TryResultView } from '../../../main/contract/tool-views.ts';
import { deferred } from '../../../main/platform/deferred.ts';
import { argumentsOf, fieldsOf } from '../../../renderer/views/units/try-form.ts';
import { toolDetailView, tryResultView } from '../../builders/setup-views.ts';
import { mountApp } from '../mount-app.ts';

const units = { hash: '#/units' };

async function fill(app: Awaited<ReturnType<typeof mountApp>>, id: string, text: string) {
  const field = app.input(id);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await app.settle();
}

test('makes a form out of the schema, what is needed first', async () => {
  const { texts } = await mountApp({}, units);
  expect(texts('.try-f label')).toEqual([
    'context',
    'group_byoptional',
    'afteroptional',
    'nodesoptional',
    'limitoptional',
  ]);
});

test('runs the tool with typed arguments and compares the sizes', async () => {
  const app = await mountApp({}, units);
  await fill(app, '#try-context', 'system.cpu');
  await fill(app, '#try-nodes', 'web-01, web-02');
  await fill(app, '#try-limit', '5');
  app.find('.try-f .btn').click();
  await app.settle();
  expect(app.services.tries).toMatchObject([
    {
      unit: 'netdata',
      tool: 'metric',
      args: { context: 'system.cpu', nodes: ['web-01', 'web-02'], limit: 5 },
    },
  ]);
  expect(app.texts('.cmp .h .big')).toEqual(['12.2 KB', '0.8 KB']);
  expect(app.texts('.calls .tool')).toEqual(['nd.get_metrics_details', 'nd.query_metrics']);
});

test('says which argument is missing and runs nothing', async () => {
  const app = await mountApp({}, units);
  app.find('.try-f .btn').click();
  await app.settle();
  expect(app.texts('.fld .msg.err')).toEqual(['is needed']);
  expect(app.services.tries).toEqual([]);
});

test('tells that a call was denied', async () => {
  const tryResult = tryResultView({
    outcome: 'denied',
    text: 'Client "toolmesh-window" may not call it',
    code: 'access-denied',
    subCalls: [],
    rawBytes: 0,
  });
  const app = await mountApp({ tryResult }, units);
  await fill(app, '#try-context', 'x');
  app.find('.try-f .btn').click();
  await app.settle();
  expect(app.texts('.try-out .st')).toEqual(['Denied']);
  expect(app.texts('.cmp .answer')).toEqual(['Client "toolmesh-window" may not call it']);
});

test('takes a schema nobody foresaw as JSON', () => {
  const fields = fieldsOf({
    properties: { where: { type: 'object' }, deep: { anyOf: [] }, yes: { type: 'boolean' } },
    required: ['yes'],
  });
  expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'yes choice',
    'where json',
    'deep json',
  ]);
  const { args, faults } = argumentsOf(fields, { where: '{"a":1}', deep: '{', yes: 'true' });
  expect(args).toEqual({ yes: true, where: { a: 1 } });
  expect([...faults]).toEqual([['deep', 'notJsonValue']]);
});

test('has no form for a tool without arguments', async () => {
  const { texts } = await mountApp({ detail: toolDetailView({ schema: {} }) }, units);
  expect(texts('.try-f .none')).toEqual(['This tool takes no arguments.']);
});

test('tells where a closed tool opens, leads there and starts over', async () => {
  const gate = {
    state: 'paid',
    isOpen: false,
    opensIn: ['filled'],
    openedBy: ['health_summary'],
    isAtStart: false,
  };
  const app = await mountApp({ detail: toolDetailView({ gate }) }, units);
  expect(app.texts('.try-gate b')).toEqual(['Closed while the unit is in “paid”']);
  expect(app.texts('.try-gate p')).toEqual(['Open in: filled.', 'Opened by: health_summary.']);
  expect(app.texts('.try-gate button')).toEqual(['Go to health_summary', 'Start over']);
  app.services.state.detail = toolDetailView({ gate: { ...gate, isOpen: true, isAtStart: true } });
  app.find('.try-gate button.quiet').click();
  await app.settle();
  expect(app.services.decisions).toEqual(['start over netdata']);
  expect(app.texts('.try-gate')).toEqual([]);
});

test('keeps a run that goes on while somebody looks at another page', async () => {
  const app = await mountApp({ detail: toolDetailView({ schema: {} }) }, units);
  const { promise, resolve } = deferred<TryResultView>();
  app.services.tryTool = () => promise;
  app.find('.try-f .btn').click();
  await app.settle();
  await app.go('#/activity');
  await app.go('#/units');
  expect(app.find('.try-f .btn').hasAttribute('disabled')).toBe(true);
  resolve(tryResultView());
  await app.settle();
  expect(app.texts('.cmp .h .big')).toEqual(['12.2 KB', '0.8 KB']);
});

test('ends a run whose page is loaded anew', async () => {
  const app = await mountApp({ detail: toolDetailView({ schema: {} }) }, units);
  app.services.tryTool = () => new Promise(() => undefined);
  app.find('.try-f .btn').click();
  await app.settle();
  window.dispatchEvent(new Event('pagehide'));
  await app.settle();
  expect(app.services.decisions).toEqual([expect.stringMatching(/^cancel try-/)]);
});
