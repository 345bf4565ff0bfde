import { expect, test } from 'vitest';
import { attentionItems, type AttentionFacts } from '../../../main/contract/attention.ts';
import { approvalView, clientView } from '../../builders/setup-views.ts';
import { backendView, brokenUnitView, gatewayView, unitView } from '../../builders/views.ts';

const items = (facts: Partial<AttentionFacts>) =>
  attentionItems({ gateway: gatewayView(), units: [], ...facts });
const kinds = (facts: Partial<AttentionFacts>) => items(facts).map(({ kind }) => kind);

const changeOf = (tool: string) => ({
  backend: 'github',
  tool,
  kind: 'new' as const,
  held: false,
  before: null,
  after: { title: '', description: '', inputSchema: '{}' },
});

test('counts nothing while all is well', () => {
  expect(items({ units: [unitView()], clients: [clientView()] })).toEqual([]);
});

test('tells what waits before errors, and errors before warnings', () => {
  const problem = {
    subject: 'backends.yaml',
    message: 'unknown key "x"',
    severity: 'error',
  } as const;
  const down = unitView({ state: 'backend-down', backends: [backendView({ state: 'down' })] });
  expect(
    kinds({
      gateway: gatewayView({
        problems: [problem],
        missingKeys: [{ name: 'GITHUB_TOKEN', usedBy: ['github'] }],
      }),
      units: [down, brokenUnitView()],
      approvals: [approvalView()],
      changes: [changeOf('list_issues')],
      clients: [clientView({ id: 'zed', state: 'conflict' })],
    }),
  ).toEqual([
    'approval',
    'problem',
    'unit-error',
    'backend-down',
    'key-missing',
    'tools-changed',
    'client',
  ]);
});

test('counts a backend that belongs to no unit', () => {
  const backends = [backendView({ state: 'down' }), backendView({ name: 'up' })];
  expect(items({ gateway: gatewayView({ backends }) })).toEqual([
    { kind: 'backend-down', backend: backends[0] },
  ]);
});

test('tells a backend without its key once', () => {
  const nd = backendView({ name: 'nd', state: 'down' });
  const missingKeys = [{ name: 'NETDATA_API_KEY', usedBy: ['netdata / nd', 'github'] }];
  expect(
    items({
      gateway: gatewayView({
        missingKeys,
        backends: [backendView({ name: 'github', state: 'down' })],
      }),
      units: [unitView({ state: 'backend-down', backends: [nd] })],
    }),
  ).toEqual([{ kind: 'key-missing', key: missingKeys[0] }]);
});

test('tells the changed tools of one backend together', () => {
  const changes = [changeOf('list_issues'), changeOf('add_issue')];
  expect(items({ changes })).toEqual([{ kind: 'tools-changed', backend: 'github', changes }]);
});

test('counts entries to repair of clients that are there', () => {
  const broken = clientView({ id: 'vscode', state: 'needs-repair' });
  const gone = clientView({ id: 'zed', state: 'conflict', isDetected: false });
  expect(items({ clients: [clientView(), broken, gone] })).toEqual([
    { kind: 'client', client: broken },
  ]);
});

test('tells a login apart from an outage', () => {
  const backends = [
    backendView({ name: 'new', state: 'down', login: 'needed' }),
    backendView({ name: 'opened', state: 'down', login: 'running' }),
    backendView({ name: 'more rights', login: 'needed' }),
    backendView({ name: 'fine', login: 'idle' }),
    backendView({ name: 'away', state: 'down', login: 'idle' }),
  ];
  expect(kinds({ gateway: gatewayView({ backends }) })).toEqual([
    'login',
    'login',
    'login',
    'backend-down',
  ]);
});

test('counts the problem of a unit once', () => {
  const unit = brokenUnitView();
  expect(kinds({ gateway: gatewayView({ problems: unit.problems }), units: [unit] })).toEqual([
    'unit-error',
  ]);
});

test('leaves out warnings and what is switched off', () => {
  const warning = { subject: 'x', message: 'y', severity: 'warning' } as const;
  const off = unitView({ state: 'off', backends: [backendView({ state: 'down' })] });
  expect(items({ gateway: gatewayView({ problems: [warning] }), units: [off] })).toEqual([]);
});
