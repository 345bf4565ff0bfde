import { expect, test } from 'vitest';
import { attentionItems } from '../../../main/contract/attention.ts';
import { backendView, brokenUnitView, gatewayView, unitView } from '../../builders/views.ts';

const kinds = (...args: Parameters<typeof attentionItems>) =>
  attentionItems(...args).map(({ kind }) => kind);

test('counts nothing while all is well', () => {
  expect(attentionItems(gatewayView(), [unitView()])).toEqual([]);
});

test('tells errors before what is down', () => {
  const problem = {
    subject: 'backends.yaml',
    message: 'unknown key "x"',
    severity: 'error',
  } as const;
  const down = unitView({ state: 'backend-down', backends: [backendView({ state: 'down' })] });
  expect(kinds(gatewayView({ problems: [problem] }), [down, brokenUnitView()])).toEqual([
    'problem',
    'unit-error',
    'backend-down',
  ]);
});

test('counts a backend that belongs to no unit', () => {
  const backends = [backendView({ state: 'down' }), backendView({ name: 'up' })];
  expect(attentionItems(gatewayView({ backends }), [])).toEqual([
    { kind: 'backend-down', backend: backends[0] },
  ]);
});

test('counts the problem of a unit once', () => {
  const unit = brokenUnitView();
  expect(kinds(gatewayView({ problems: unit.problems }), [unit])).toEqual(['unit-error']);
});

test('leaves out warnings and what is switched off', () => {
  const warning = { subject: 'x', message: 'y', severity: 'warning' } as const;
  const off = unitView({ state: 'off', backends: [backendView({ state: 'down' })] });
  expect(attentionItems(gatewayView({ problems: [warning] }), [off])).toEqual([]);
});
