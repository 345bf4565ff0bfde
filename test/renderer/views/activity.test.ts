import { expect, test } from 'vitest';
import { auditView, nine14pm, subCallView } from '../../builders/views.ts';
import { mountApp } from '../mount-app.ts';

const activity = { hash: '#/activity' };

function calls(count: number) {
  return Array.from({ length: count }, (_, index) =>
    auditView({ id: `call${index}`, ts: nine14pm + index * 1000, subCalls: 0, subBytes: 0 }),
  );
}

const rows = '.log .r:not(.hd)';

test('shows the newest call first with its sub-calls folded', async () => {
  const metric = auditView({ id: 'm', ts: nine14pm + 1000 });
  const audit = [
    auditView({ id: 'first', exposedAs: 'discover_tools' }),
    subCallView(metric),
    metric,
  ];
  const { texts, find, settle } = await mountApp({ audit }, activity);
  expect(texts(`${rows} .tool`)).toEqual(['netdata_metric', 'discover_tools']);
  find('.ex').click();
  await settle();
  expect(texts(`${rows} .tool`)).toEqual(['netdata_metric', 'nd.query_metrics', 'discover_tools']);
});

test('lets new calls in at the top while it follows', async () => {
  const { services, settle, texts } = await mountApp({ audit: calls(1) }, activity);
  services.appendAudit([auditView({ id: 'new', ts: nine14pm + 60_000, exposedAs: 'netdata_new' })]);
  await settle();
  expect(texts(`${rows} .tool`)[0]).toBe('netdata_new');
});

test('holds new calls behind a pill without Follow', async () => {
  const { services, settle, texts, find } = await mountApp({ audit: calls(2) }, activity);
  find('[aria-label="Follow live"]').click();
  await settle();
  services.appendAudit([auditView({ id: 'new', ts: nine14pm + 60_000, exposedAs: 'netdata_new' })]);
  await settle();
  expect(texts('.pill')).toEqual(['1 new call']);
  expect(texts(`${rows} .tool`)).not.toContain('netdata_new');
  find('.pill').click();
  await settle();
  expect(texts(`${rows} .tool`)[0]).toBe('netdata_new');
});

test('finds calls by text and by status', async () => {
  const audit = [
    auditView({ id: 'a' }),
    auditView({ id: 'b', exposedAs: 'firewall_add_rule', client: 'Cursor', status: 'denied' }),
  ];
  const { find, settle, texts, input } = await mountApp({ audit }, activity);
  const field = input('[role="searchbox"]');
  field.value = 'cursor';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
  expect(texts(`${rows} .tool`)).toEqual(['firewall_add_rule']);
  find('.seg button:nth-child(2)').click();
  await settle();
  expect(texts('.empty b')).toEqual(['No call matches']);
});

test('opens the details of a call and closes them with Escape', async () => {
  const audit = [auditView({ status: 'error', errorCode: 'backend-timeout' })];
  const { find, press, texts } = await mountApp({ audit }, activity);
  find(rows).focus();
  await press('Enter');
  expect(texts('.drawer h2')).toEqual(['netdata_metric']);
  expect(texts('.drawer dd')).toContain('backend-timeout');
  await press('Escape');
  expect(texts('.drawer')).toEqual([]);
  await press('Enter');
  find('.drawer').focus();
  await press('Escape');
  expect([texts('.drawer'), document.activeElement]).toEqual([[], find(rows)]);
});

test('keeps thousands of calls out of the document', async () => {
  const { texts, find } = await mountApp({ audit: calls(1000) }, activity);
  expect(texts('.bar .sub')).toEqual(['1,000 records']);
  expect(find('.log').getAttribute('aria-rowcount')).toBe('1001');
  expect(document.querySelectorAll(rows).length).toBeLessThan(60);
});

test('speaks up about a denied call, not about those from before', async () => {
  const old = auditView({ id: 'old', status: 'denied' });
  const { services, settle, texts } = await mountApp({ audit: [old] }, activity);
  expect(texts('[role="status"]')).toEqual(['']);
  services.appendAudit([
    auditView({ id: 'new', ts: nine14pm + 1, status: 'denied', client: 'Cursor' }),
  ]);
  await settle();
  expect(texts('[role="status"]')).toEqual(['netdata_metric was denied for Cursor']);
});
