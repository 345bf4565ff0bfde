import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { measurePayload, payloadTable, type PayloadRow } from './payload.mjs';

const rows = await measurePayload();

function row(tool: string, params: unknown): PayloadRow {
  const found = rows.find(
    (each) => each.tool === tool && JSON.stringify(each.params) === JSON.stringify(params),
  );
  if (found === undefined) throw new Error(`${tool} is not measured`);
  return found;
}

test('metric answers 12.2 KB of raw replies in less than 0.8 KB', () => {
  const { rawBytes, answerBytes, smaller, calls } = row('metric', { context: 'system.cpu' });
  expect(rawBytes).toBe(12_228);
  expect(calls).toBe(2);
  expect(answerBytes).toBeLessThanOrEqual(800);
  expect(smaller).toBeGreaterThanOrEqual(0.93);
});

test('health_summary is at least 85 % smaller', () => {
  expect(row('health_summary', {}).smaller).toBeGreaterThanOrEqual(0.85);
});

test.each([
  ['anomalies_now', {}],
  ['what_changed', { window: '5m' }],
  ['what_changed', { window: '5m', contexts: ['system.cpu', 'system.load'] }],
])('%s %j is at least 90 %% smaller', (tool, params) => {
  expect(row(tool, params).smaller).toBeGreaterThanOrEqual(0.9);
});

test("the unit's README shows the table as measured", () => {
  const file = path.join(import.meta.dirname, '../../units/netdata/README.md');
  // Formatted like any Markdown, so only the cells count.
  const cells = (text: string): string => text.replaceAll(/[ -]+/g, ' ');
  expect(cells(readFileSync(file, 'utf8'))).toContain(cells(payloadTable(rows)));
});
