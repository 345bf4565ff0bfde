import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { approvalView } from '../../builders/setup-views.ts';
import { mountApp } from '../mount-app.ts';

const approval = { hash: '#/approval' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

const enabled = () =>
  [...document.querySelectorAll<HTMLButtonElement>('.ap-f .btn')]
    .filter(({ disabled }) => !disabled)
    .map(({ textContent }) => textContent.trim());

test('allows nothing in the first second', async () => {
  const { find, settle, services } = await mountApp({ approvals: [approvalView()] }, approval);
  expect(enabled()).toEqual(['Deny']);
  find('.ap-f .btn:last-child').click();
  vi.advanceTimersByTime(999);
  await settle();
  expect([enabled(), services.decisions]).toEqual([['Deny'], []]);
  vi.advanceTimersByTime(1);
  await settle();
  expect(enabled()).toEqual(['Deny', 'Allow this session', 'Allow once']);
  find('.ap-f .btn:last-child').click();
  await settle();
  expect(services.decisions).toEqual(['once ask-1 in the window']);
});

test('waits a second again for the next call', async () => {
  const approvals = [approvalView(), approvalView({ id: 'ask-2', tool: 'netdata_kill' })];
  const { find, settle, texts } = await mountApp({ approvals }, approval);
  expect([document.title, texts('.ap-h .cap')]).toEqual(['ToolMesh, 1 of 2', ['1 of 2']]);
  vi.advanceTimersByTime(1000);
  await settle();
  find('.ap-f .btn:last-child').click();
  await settle();
  expect([texts('.ap .tool'), enabled()]).toEqual([['netdata_kill'], ['Deny']]);
});

test('begins on Deny and denies with Escape', async () => {
  const { press, services, texts } = await mountApp({ approvals: [approvalView()] }, approval);
  expect(document.activeElement?.textContent).toBe('Deny');
  await press('Escape');
  expect(services.decisions).toEqual(['deny ask-1 in the window']);
  expect(texts('.ap-none')).toEqual(['Nothing waits any more']);
});

test('shows all arguments, and what hides in them', async () => {
  const args = JSON.stringify({ note: `${'x'.repeat(5000)}\u202egnp.exe` }, null, 2);
  const { find } = await mountApp({ approvals: [approvalView({ args })] }, approval);
  const shown = find('.ap .code').textContent;
  expect(shown).toContain('x'.repeat(5000));
  expect(shown).toContain('\\u202egnp.exe');
  expect(find('.ap .code').tabIndex).toBe(0);
});

test('says what the tool does, with what hides in it', async () => {
  const description = 'Lists processes\u202e safely';
  const { texts } = await mountApp({ approvals: [approvalView({ description })] }, approval);
  expect(texts('.ap .what')).toEqual(['Lists processes\\u202e safely']);
});

test('leaves no room for a tool that says nothing', async () => {
  const approvals = [approvalView({ description: '' })];
  const { texts } = await mountApp({ approvals }, approval);
  expect(texts('.ap .what')).toEqual([]);
});

test('cuts a long description until all of it is wanted', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(340);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const approvals = [approvalView(), approvalView({ id: 'ask-2' })];
  const { find, settle, services } = await mountApp({ approvals }, approval);
  const button = () => find('.ap .what .btn').textContent;
  const isWhole = () => document.querySelector('.ap .what .all') !== null;
  expect([button(), isWhole()]).toEqual(['Read all', false]);
  find('.ap .what .btn').click();
  await settle();
  expect([button(), isWhole(), find('.ap .what .all').tabIndex]).toEqual(['Less', true, 0]);
  services.changeApprovals(approvals.slice(1));
  await settle();
  expect([button(), isWhole()]).toEqual(['Read all', false]);
});

test('says what a client wants to run however long its name is', async () => {
  const client = `Claude Desktop ${'x'.repeat(10_000)}`;
  const { texts } = await mountApp({ approvals: [approvalView({ client })] }, approval);
  expect(texts('#ap-t')).toEqual([
    `Claude Desktop ${'x'.repeat(45)}… wants to run a dangerous tool`,
  ]);
});
