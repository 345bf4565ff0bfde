import { expect, test } from 'vitest';
import { waitingShown } from '../../../renderer/views/activity/waiting-shown.ts';
import { approvalView } from '../../builders/setup-views.ts';
import { auditView } from '../../builders/views.ts';
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
