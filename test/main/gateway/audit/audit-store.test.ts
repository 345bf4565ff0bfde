import {
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  existsSync,
  readdirSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditQuery } from '../../../../main/contract/audit-query.ts';
import type { AuditRecord } from '../../../../main/gateway/audit/audit-record.ts';
import { AuditStore } from '../../../../main/gateway/audit/audit-store.ts';
import { Journal, leftoverSegments } from '../../../../main/gateway/audit/journal.ts';
import { auditRecord } from '../../../builders/audit-record.ts';
import { createRandom } from '../../../builders/random.ts';

let folder: string;
let notices: string[];
let stores: AuditStore[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-audit-'));
  notices = [];
  stores = [];
});
afterEach(() => {
  for (const store of stores) close(store);
  rmSync(folder, { recursive: true, force: true });
});

function open(): AuditStore {
  const store = new AuditStore(folder, (notice) => notices.push(notice));
  stores.push(store);
  store.ingestLeftovers(leftoverSegments(folder));
  return store;
}

function close(store: AuditStore): void {
  if (!stores.includes(store)) return;
  stores = stores.filter((other) => other !== store);
  store.close();
}

function segment(records: readonly AuditRecord[], at = 1): string {
  const journal = new Journal(folder, () => at);
  for (const record of records) journal.append(record);
  return journal.rotate() ?? '';
}

function records(
  count: number,
  fields: (index: number) => Partial<AuditRecord> = () => ({}),
): AuditRecord[] {
  return Array.from({ length: count }, (_, index) =>
    auditRecord({
      id: `call-${String(index).padStart(6, '0')}`,
      ts: 1_700_000_000_000 + index,
      ...fields(index),
    }),
  );
}

function ids(store: AuditStore, query: Partial<AuditQuery> = {}): string[] {
  return store.query({ limit: 1000, order: 'oldest', ...query }).records.map(({ id }) => id);
}

const databaseFile = (): string => path.join(folder, 'audit.db');

test('gives back every column of a record as it was written', () => {
  const store = open();
  const record = auditRecord({
    parentId: 'p',
    params: null,
    errorCode: 'access-denied',
    status: 'denied',
    metaRemoved: ['baseline'],
    kind: 'composite',
    modifications: [{ by: 'pii.js', phase: 'post', before: '"a"', after: '"b"' }],
    console: 'line\n',
    tokensOut: 7,
    subTokens: 9,
  });
  store.ingest(segment([record]));
  expect(store.query({ limit: 1, order: 'newest' }).records).toEqual([record]);
});

test('fills in tokens before and after the record arrives', () => {
  const store = open();
  store.ingest(segment(records(2)), [{ id: 'call-000000', tokensOut: 5, subTokens: 50 }]);
  store.ingest('', [{ id: 'call-000001', tokensOut: 6, subTokens: null }]);
  const found = store.query({ limit: 2, order: 'oldest' }).records;
  expect(found.map(({ tokensOut, subTokens }) => [tokensOut, subTokens])).toEqual([
    [5, 50],
    [6, null],
  ]);
});

test('answers each filter with the records that match', () => {
  const store = open();
  store.ingest(
    segment([
      auditRecord({ id: 'a' }),
      auditRecord({ id: 'b', backend: 'homelab', tool: 'overview', exposedAs: 'homelab_overview' }),
      auditRecord({ id: 'c', client: 'cursor', callerClass: 'untrusted', status: 'denied' }),
      auditRecord({
        id: 'd',
        traceId: 'a',
        parentId: 'a',
        kind: 'api',
        ts: 1_800_000_000_000,
        params: '{"q":"50%_x"}',
      }),
    ]),
  );
  expect({
    unit: ids(store, { unit: 'homelab' }),
    tool: ids(store, { tool: 'overview' }),
    exposed: ids(store, { tool: 'homelab_overview' }),
    client: ids(store, { client: 'cursor' }),
    callerClass: ids(store, { callerClass: 'untrusted' }),
    status: ids(store, { status: 'denied' }),
    trace: ids(store, { traceId: 'a' }),
    roots: ids(store, { rootsOnly: true }),
    since: ids(store, { since: 1_750_000_000_000 }),
    until: ids(store, { until: 1_750_000_000_000, unit: 'homelab' }),
    text: ids(store, { text: '50%_X' }),
  }).toEqual({
    unit: ['b'],
    tool: ['b'],
    exposed: ['b'],
    client: ['c'],
    callerClass: ['c'],
    status: ['c'],
    trace: ['a', 'd'],
    roots: ['a', 'b', 'c'],
    since: ['d'],
    until: ['b'],
    text: ['d'],
  });
});

test('pages through records of one millisecond without losing any', () => {
  const store = open();
  store.ingest(segment(records(25, () => ({ ts: 5 }))));
  const seen: string[] = [];
  let after: AuditQuery['after'];
  do {
    const page = store.query({ limit: 10, order: 'newest', ...(after && { after }) });
    seen.push(...page.records.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  expect(seen).toEqual(
    records(25)
      .map(({ id }) => id)
      .reverse(),
  );
});

test('takes a segment once, counters included', () => {
  const store = open();
  const journal = new Journal(folder, () => 1);
  const count = { day: '2026-11-29', unit: 'quiet', tool: 'get', client: 'cursor', bytes: 10 };
  journal.append({ count: { ...count, failed: false } });
  journal.append({ count: { ...count, failed: true } });
  const file = journal.rotate() ?? '';
  store.ingest(file);
  store.ingest(file);
  expect(store.counters({})).toEqual([
    {
      day: '2026-11-29',
      unit: 'quiet',
      tool: 'get',
      client: 'cursor',
      calls: 2,
      errors: 1,
      bytes: 20,
    },
  ]);
});

test('skips the line that a kill cut off', () => {
  const file = segment(records(3));
  truncateSync(file, statSync(file).size - 20);
  expect(ids(open())).toEqual(['call-000000', 'call-000001']);
});

test('deletes what is older than the retention', () => {
  const store = open();
  const day = 86_400_000;
  store.ingest(segment(records(3, (index) => ({ ts: (index + 1) * day }))));
  expect(store.prune({ days: 2, maxBytes: 1e9 }, 4.5 * day)).toBe(false);
  expect(ids(store)).toEqual(['call-000002']);
});

test('deletes the oldest until the size fits', () => {
  const store = open();
  store.ingest(segment(records(8000, () => ({ params: 'x'.repeat(500) }))));
  store.checkpoint();
  const before = statSync(databaseFile()).size;
  while (store.prune({ days: 1e4, maxBytes: before / 2 }, Date.now()));
  store.checkpoint();
  expect(statSync(databaseFile()).size).toBeLessThan(before * 0.6);
  expect(store.query({ limit: 1, order: 'newest' }).records[0]?.id).toBe('call-007999');
  expect(ids(store).length).toBeGreaterThan(0);
});

test('is as large as its database and what is in the journal', () => {
  const store = open();
  expect(store.size()).toMatchObject({ oldest: null });
  store.ingest(segment(records(3, (index) => ({ ts: 2000 - index }))));
  const { bytes, oldest } = store.size();
  const waiting = segment(records(2), 9);
  const more = store.size();
  expect(oldest).toBe(1998);
  expect(more.bytes - bytes).toBe(statSync(waiting).size);
});

test('starts again beside a file that is no database', () => {
  writeFileSync(databaseFile(), 'not a database at all '.repeat(300));
  const file = segment(records(2));
  expect(ids(open())).toEqual(['call-000000', 'call-000001']);
  expect(notices.join()).toMatch(/rebuilt .*old file is/);
  expect(existsSync(file)).toBe(false);
});

test('takes the records of the first version over', async () => {
  const { default: sqlite } = await import('node-sqlite3-wasm');
  const db = new sqlite.Database(databaseFile());
  db.exec(`CREATE TABLE audit (id TEXT PRIMARY KEY, trace_id TEXT NOT NULL, parent_id TEXT, ts INTEGER NOT NULL, duration_ms REAL NOT NULL,
    user TEXT NOT NULL, client TEXT NOT NULL, client_info TEXT NOT NULL, caller_class TEXT NOT NULL, kind TEXT NOT NULL, backend TEXT NOT NULL,
    tool TEXT NOT NULL, exposed_as TEXT NOT NULL, access TEXT NOT NULL, params TEXT, status TEXT NOT NULL, error_code TEXT, decided_by TEXT,
    bytes_in INTEGER NOT NULL, bytes_out INTEGER NOT NULL, sub_calls INTEGER NOT NULL, sub_bytes INTEGER NOT NULL, meta_removed TEXT NOT NULL,
    console TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO audit VALUES ('old','old',NULL,7,1.5,'u','c','','standard','tool','netdata','metric','netdata_metric','read','{}','success',NULL,NULL,2,3,0,0,'[]','');`);
  db.close();
  expect(ids(open())).toEqual(['old']);
});

// Every cut the write-ahead log or the database can have after a kill or a full disk.
test.each(Array.from({ length: 12 }, (_, index) => index))(
  'loses nothing answered when cut off, case %i',
  (seed) => {
    const random = createRandom(seed + 1);
    const live = new AuditStore(folder, () => undefined);
    const all: string[] = [];
    for (let round = 0; round < 30; round += 1) {
      const some = records(40, (index) => ({
        id: `r${String(round)}-${String(index)}`,
        params: 'p'.repeat(Math.floor(random.next() * 900)),
      }));
      all.push(...some.map(({ id }) => id));
      live.ingest(segment(some, round));
    }
    // What a killed process leaves is what lies on the disk now: copied, because this process goes on.
    const left = readdirSync(folder)
      .filter((name) => !name.endsWith('.lock'))
      .map((name) => [name, readFileSync(path.join(folder, name))] as const);
    live.close();
    rmSync(folder, { recursive: true });
    folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-audit-'));
    for (const [name, bytes] of left) {
      const cut = name.endsWith('-wal') ? Math.floor(bytes.length * random.next()) : bytes.length;
      writeFileSync(path.join(folder, name), bytes.subarray(0, cut));
    }
    const store = open();
    expect(new Set([...ids(store), ...ids(store, { order: 'newest' })])).toEqual(new Set(all));
  },
);

test('saves what can be read of a database whose end is gone', () => {
  const first = open();
  first.ingest(segment(records(5000)));
  close(first);
  const size = statSync(databaseFile()).size;
  truncateSync(databaseFile(), Math.floor(size * 0.6));
  const late = segment(
    records(3, (index) => ({ id: `late-${String(index)}` })),
    2,
  );
  const store = open();
  expect(existsSync(late)).toBe(false);
  expect(notices.join()).toMatch(/rebuilt \(.*\d+ records/);
  expect(late.length).toBeGreaterThan(0);
  expect(ids(store, { order: 'oldest', unit: 'netdata' }).length).toBe(1000);
  expect(Number(/(\d+) records/.exec(notices.join())?.[1])).toBeGreaterThan(1000);
});
