import { expect, test } from 'vitest';
import { addToBook, emptyBook } from '../../../renderer/state/audit-book.ts';
import { callSpans } from '../../../renderer/views/activity/call-spans.ts';
import { auditView, nine14pm, subCallView } from '../../builders/views.ts';
import { mountApp } from '../mount-app.ts';

const root = auditView({ id: 'root', traceId: 'root', ts: 1000, durationMs: 100 });

test('puts nested calls below the one that made them, on one scale', () => {
  const unit = subCallView(root, { id: 'unit', ts: 1010, durationMs: 80, backend: 'homelab' });
  const inner = subCallView(unit, { id: 'inner', ts: 1050, durationMs: 30 });
  const sibling = subCallView(root, { id: 'sibling', ts: 1020, durationMs: 60 });
  const book = addToBook(emptyBook, [inner, unit, sibling, root]);
  const shown = callSpans(book, root).map(({ id, depth, start, length }) => [
    id,
    depth,
    start,
    length,
  ]);
  expect(shown).toEqual([
    ['root', 0, 0, 1],
    ['unit', 1, 0.1, 0.8],
    ['inner', 2, 0.5, 0.3],
    ['sibling', 1, 0.2, 0.6],
  ]);
});

test('draws a part of thousands of sub-calls and counts the rest', async () => {
  const call = auditView({ id: 'many', traceId: 'many', ts: nine14pm, subCalls: 2500 });
  const below = Array.from({ length: 2500 }, (_, index) =>
    subCallView(call, { id: `sub ${index}`, ts: nine14pm + 1 }),
  );
  const { find, settle, texts } = await mountApp(
    { audit: [...below, call] },
    { hash: '#/activity' },
  );
  find('.log .r:not(.hd)').click();
  await settle();
  expect([texts('.wf li').length, texts('.wf + p')]).toEqual([200, ['2301 more']]);
});
