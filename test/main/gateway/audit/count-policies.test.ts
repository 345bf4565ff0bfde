import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditRecord } from '../../../../main/gateway/audit/audit-record.ts';
import { AuditStore } from '../../../../main/gateway/audit/audit-store.ts';
import { Journal, leftoverSegments } from '../../../../main/gateway/audit/journal.ts';
import { auditRecord } from '../../../builders/audit-record.ts';

let folder: string;
let store: AuditStore;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-policies-'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function keep(...records: readonly Partial<AuditRecord>[]): void {
  const journal = new Journal(folder, () => 1);
  for (const [index, record] of records.entries())
    journal.append(auditRecord({ id: `${index}`, ts: 1000, ...record }));
  journal.rotate();
  store = new AuditStore(folder, () => undefined);
  store.ingestLeftovers(leftoverSegments(folder));
}

const denied = (decidedBy: string, ts = 1000) => ({ status: 'denied', decidedBy, ts }) as const;
const changedBy = (by: string, ...phases: readonly ('pre' | 'post')[]) => ({
  modifications: phases.map((phase) => ({ by, phase, before: '1', after: '2' })),
});

test('counts what each policy denied and changed', () => {
  keep(
    denied('policy no.js'),
    denied('policy no.js'),
    denied('standard.dangerous'),
    denied('no answer'),
    changedBy('mask.js', 'pre', 'post'),
    { ...changedBy('mask.js', 'pre'), ...denied('policy no.js') },
    { status: 'success', decidedBy: 'standard.read' },
  );
  expect(store.policyCounts({ since: 0 })).toEqual([
    { policy: 'mask.js', denied: 0, changed: 3 },
    { policy: 'no.js', denied: 3, changed: 0 },
  ]);
});

test('counts from the wanted moment on', () => {
  keep(denied('policy no.js', 999), denied('policy no.js'), {
    ...changedBy('mask.js', 'pre'),
    ts: 10,
  });
  expect(store.policyCounts({ since: 1000 })).toEqual([{ policy: 'no.js', denied: 1, changed: 0 }]);
});
