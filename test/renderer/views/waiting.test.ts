import { expect, test } from 'vitest';
import { waitingShown } from '../../../renderer/views/activity/waiting-shown.ts';
import { approvalView } from '../../builders/setup-views.ts';
import { auditView, nine14pm, runningView } from '../../builders/views.ts';
import { mountApp } from '../mount-app.ts';

test('shows a call that waits above the others and leads to its window', async () => {
  const { texts, find, settle, services, desktop } = await mountApp(
    { audit: [auditView()], approvals: [approvalView()] },
    { hash: '#/activity' },
  );
  expect(texts('.log .r:not(.hd) .st')).toEqual(['Waiting', 'OK']);
  find('.log .link').click();
  await settle();
  expect(desktop.opened).toEqual(['approvals']);
  services.changeApprovals([]);
  await settle();
  expect(texts('.log .r:not(.hd) .st')).toEqual(['OK']);
});

test('shows a call that waits when there is no other', async () => {
  const { texts } = await mountApp(
    { audit: [], approvals: [approvalView()] },
    { hash: '#/activity' },
  );
  expect(texts('.log .r:not(.hd) .tool')).toEqual(['netdata_processes']);
});

test('takes no new one into a list that is held', () => {
  expect(waitingShown(['a', 'b'], ['c', 'b'], true)).toEqual(['b']);
  expect(waitingShown(['a', 'b'], ['c', 'b'], false)).toEqual(['c', 'b']);
});

test('calls what a client cancelled cancelled', async () => {
  const { texts } = await mountApp(
    { audit: [auditView({ status: 'error', errorCode: 'cancelled' })] },
    { hash: '#/activity' },
  );
  expect(texts('.log .r:not(.hd) .st')).toEqual(['Cancelled']);
});

test('shows a call while it runs and its record in the same place', async () => {
  const record = auditView({ id: 'long', traceId: 'long', ts: nine14pm, durationMs: 90_000 });
  const later = auditView({ id: 'later', ts: nine14pm + 1000, exposedAs: 'netdata_later' });
  const { texts, settle, services } = await mountApp(
    { audit: [later], running: [runningView({ id: 'long', ts: nine14pm })] },
    { hash: '#/activity' },
  );
  const states = () => texts('.log .r:not(.hd) .st');
  expect([states(), texts('.log .tool')]).toEqual([
    ['OK', 'Running'],
    ['netdata_later', 'netdata_metric'],
  ]);
  services.appendAudit([record]);
  services.changeRunning([]);
  await settle();
  expect([states(), texts('.log .r:not(.hd) .ms')]).toEqual([
    ['OK', 'OK'],
    ['14 ms', '90.0 s'],
  ]);
});

test('opens a call that still runs, with what is known of it', async () => {
  const { find, texts, settle, services } = await mountApp(
    { audit: [auditView()], running: [runningView({ id: 'long', ts: Date.now() - 5000 })] },
    { hash: '#/activity' },
  );
  find('.log .r:not(.hd)').click();
  await settle();
  expect(texts('.drawer dd')[0]).toBe('Running');
  expect(texts('.drawer dt')).not.toContain('Size');
  services.changeRunning([]);
  await settle();
  expect([texts('.drawer'), texts('.log .r:not(.hd) .st')]).toEqual([[], ['OK']]);
});
