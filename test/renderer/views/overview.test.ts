import { expect, test } from 'vitest';
import { savedSums } from '../../../renderer/views/overview/saved-sums.ts';
import { approvalView, clientView } from '../../builders/setup-views.ts';
import { gatewayView, savingsView } from '../../builders/views.ts';
import { mountApp } from '../mount-app.ts';

const day = { calls: 1, rawBytes: 900, returnedBytes: 100, rawTokens: 300, returnedTokens: 40 };

test('adds what came since the days were asked for', () => {
  const then = savingsView({
    rawBytes: 5000,
    returnedBytes: 500,
    rawTokens: 0,
    returnedTokens: 0,
  });
  const now = { ...then, rawBytes: 6000, returnedBytes: 600 };
  const days = [
    { day: '2026-11-28', ...day },
    { day: '2026-11-29', ...day },
  ];
  expect(savedSums(days, then, now)).toEqual({
    today: { rawBytes: 1900, returnedBytes: 200, rawTokens: 300, returnedTokens: 40 },
    total: { rawBytes: 2800, returnedBytes: 300, rawTokens: 600, returnedTokens: 80 },
  });
});

test('says what was saved today and in total', async () => {
  const { texts } = await mountApp({
    days: [
      { day: '2026-11-28', ...day, rawBytes: 60_000_000 },
      { day: '2026-11-29', ...day, rawBytes: 721_000, returnedBytes: 46_000 },
    ],
  });
  expect(texts('.head3 .k').at(-1)).toBe('Saved todayTotal 60.7 MB');
  expect(texts('.head3 .l').at(-1)).toBe('46.0 of 721 KB returned, 94 % less');
});

test('leads from each thing to where it is dealt with', async () => {
  const { texts, find, settle, services, desktop } = await mountApp({
    gateway: gatewayView({
      problems: [{ subject: 'authorization', message: 'refused', severity: 'error' }],
      missingKeys: [{ name: 'GITHUB_TOKEN', usedBy: ['github'] }],
    }),
    approvals: [approvalView()],
    changes: [
      {
        backend: 'raw',
        tool: 'list_nodes',
        kind: 'changed',
        held: true,
        before: null,
        after: { title: '', description: '', inputSchema: '{}' },
      },
    ],
    clients: [
      clientView({
        id: 'vscode',
        label: 'VS Code',
        state: 'needs-repair',
        next: { todo: 'repair' },
      }),
    ],
  });
  expect(texts('.side .tag-n')).toEqual(['55 need attention']);
  find('.att button.btn:not(.pri)').click();
  await settle();
  expect(texts('.att li b')).toEqual([
    'Claude Desktop waits for your approval',
    'OpenFGA cannot be reached',
    'The key GITHUB_TOKEN is missing',
    'raw changed 1 tool',
    'The VS Code entry needs repair',
  ]);
  expect([...document.querySelectorAll('.att a')].map((link) => link.getAttribute('href'))).toEqual(
    ['#/access', '#/credentials', '#/backends', '#/clients/vscode'],
  );
  find('.att .btn.pri').click();
  await settle();
  expect(desktop.opened).toEqual(['approvals']);
  services.changeApprovals([]);
  await settle();
  expect(texts('.side .tag-n')).toEqual(['44 need attention']);
});
