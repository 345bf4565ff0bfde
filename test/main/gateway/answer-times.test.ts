import { expect, test } from 'vitest';
import { AnswerTimes } from '../../../main/gateway/answer-times.ts';
import type { Route } from '../../../main/gateway/route.ts';
import {
  callPipeline,
  privateBackend,
  textResult,
  unitNamed,
} from '../../builders/call-pipeline.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';

const sandbox = openSandbox();

function route(fields: Partial<Route> = {}): Route {
  return {
    kind: 'tool',
    backend: 'files',
    canonicalName: 'files_read',
    tool: { name: 'read', access: 'read', inputSchema: {} },
    run: () => Promise.resolve(textResult('')),
    ...fields,
  };
}

test('is the median of the newest fifty answers', () => {
  const times = new AnswerTimes();
  expect(times.of({ unit: null, backend: 'files' })).toBeUndefined();
  for (const ms of [9000, 3, 5]) times.took(route(), undefined, ms);
  expect(times.of({ unit: null, backend: 'files' })).toBe(5);
  for (let count = 0; count < 50; count += 1) times.took(route(), undefined, 7);
  expect(times.all()).toEqual([{ unit: null, backend: 'files', ms: 7 }]);
});

test('tells backends of the same name in two units apart', () => {
  const times = new AnswerTimes();
  times.took(route({ kind: 'api', backend: 'nd' }), 'netdata', 3);
  times.took(route({ kind: 'api', backend: 'nd' }), 'homelab', 80);
  expect([
    times.of({ unit: 'netdata', backend: 'nd' }),
    times.of({ unit: 'homelab', backend: 'nd' }),
    times.of({ unit: null, backend: 'nd' }),
  ]).toEqual([3, 80, undefined]);
});

test('counts what a unit calls, not the unit, a script or a composite', async () => {
  const backend = privateBackend('nd', () => textResult('1'));
  const pipeline = callPipeline({ sandbox, run: (call) => call.subCall(backend, 'query', {}) });
  await pipeline.call({}, { route: { unit: unitNamed('netdata') } });
  for (const kind of ['code', 'composite'] as const) {
    pipeline.times.took(route({ kind }), undefined, 5);
  }
  expect(pipeline.times.all()).toMatchObject([{ unit: 'netdata', backend: 'nd' }]);
});

test('counts no call that got no answer', async () => {
  const pipeline = callPipeline({
    sandbox,
    run: () => Promise.reject(new Error('no connection')),
  });
  await pipeline.refused();
  expect(pipeline.times.all()).toEqual([]);
});
