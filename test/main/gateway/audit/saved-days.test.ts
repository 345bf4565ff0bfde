import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AuditStore } from '../../../../main/gateway/audit/audit-store.ts';
import type { AuditRecord } from '../../../../main/gateway/audit/audit-record.ts';
import { Journal, leftoverSegments } from '../../../../main/gateway/audit/journal.ts';
import { auditRecord } from '../../../builders/audit-record.ts';

let folder: string;
let store: AuditStore;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-saved-'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function keep(...records: readonly AuditRecord[]): void {
  const journal = new Journal(folder, () => 1);
  for (const record of records) journal.append(record);
  journal.rotate();
  store = new AuditStore(folder, () => undefined);
  store.ingestLeftovers(leftoverSegments(folder));
}

const noon = Date.UTC(2026, 10, 29, 12);
const hour = 3_600_000;
const folded = (id: string, ts: number, fields: Partial<AuditRecord> = {}) =>
  auditRecord({ id, ts, bytesOut: 100, subBytes: 900, ...fields });

test('adds up each day what calls with private ones returned', () => {
  keep(
    folded('a', noon, { tokensOut: 20, subTokens: 300 }),
    folded('b', noon + hour),
    folded('c', noon - 24 * hour, { tokensOut: 5, subTokens: 50 }),
  );
  expect(store.savedDays({ since: 0, offsetMinutes: 0 })).toEqual([
    {
      day: '2026-11-28',
      calls: 1,
      rawBytes: 900,
      returnedBytes: 100,
      rawTokens: 50,
      returnedTokens: 5,
    },
    {
      day: '2026-11-29',
      calls: 2,
      rawBytes: 1800,
      returnedBytes: 200,
      // Of the call without counted tokens neither side is known.
      rawTokens: 300,
      returnedTokens: 20,
    },
  ]);
});

test("begins a day with the user's midnight", () => {
  keep(folded('late', Date.UTC(2026, 10, 29, 23, 30)));
  const daysAt = (offsetMinutes: number) =>
    store.savedDays({ since: 0, offsetMinutes }).map(({ day }) => day);
  expect([daysAt(0), daysAt(60), daysAt(-24 * 60)]).toEqual([
    ['2026-11-29'],
    ['2026-11-30'],
    ['2026-11-28'],
  ]);
});

test('leaves out what saved nothing and what is older', () => {
  keep(
    folded('old', noon - 48 * hour),
    folded('failed', noon, { status: 'error' }),
    folded('alone', noon, { subCalls: 0, subBytes: 0 }),
    folded('private', noon, { kind: 'api', parentId: 'x' }),
  );
  expect(store.savedDays({ since: noon - 24 * hour, offsetMinutes: 0 })).toEqual([]);
});
