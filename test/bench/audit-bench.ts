// What the audit costs a call, how much it sustains, and how fast it answers; the worker is that of `out/`.
//   audit-bench.ts [seconds of load, default 60] [records to query, default 1000000]
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AuditStore } from '../../main/gateway/audit/audit-store.ts';
import type { AuditRecord } from '../../main/gateway/audit/audit-record.ts';
import { openAudit } from '../../main/gateway/audit/open-audit.ts';
import { timeOrderedIds } from '../../main/platform/time-ordered-ids.ts';
import { auditRecord } from '../builders/audit-record.ts';

const seconds = Number(process.argv[2] ?? 60);
const queried = Number(process.argv[3] ?? 1_000_000);
const perSecond = 2000;
const worker = fileURLToPath(new URL('../../out/audit-worker.mjs', import.meta.url));
const newId = timeOrderedIds(Date.now);
const answer = JSON.stringify({
  content: [{ type: 'text', text: 'value 12.5 on node a; '.repeat(36) }],
});

const units = ['netdata', 'homelab', 'firewall', 'weather', 'backup'];
const clients = ['claude-desktop', 'cursor', 'codex', 'vscode'];

function record(index: number, ts: number): AuditRecord {
  const unit = units[index % 5] ?? '';
  return auditRecord({
    id: newId(),
    ts,
    backend: unit,
    tool: `tool_${String(index % 17)}`,
    exposedAs: `${unit}_tool_${String(index % 17)}`,
    client: clients[index % 4] ?? '',
    callerClass: index % 50 === 0 ? 'untrusted' : 'standard',
    status: index % 1000 === 0 ? 'denied' : index % 40 === 0 ? 'error' : 'success',
    params: JSON.stringify({ name: 'system.cpu', after: index, node: 'server.local' }),
  });
}

await load();
query();

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function load(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-bench-'));
  let errors = 0;
  const audit = openAudit(folder, worker, { log: () => (errors += 1) });
  const added: number[] = [];
  const start = performance.now();
  let written = 0;
  let counted = 0;
  while (performance.now() - start < seconds * 1000) {
    const due = Math.floor(((performance.now() - start) / 1000) * perSecond);
    for (; written < due; written += 1) {
      const before = performance.now();
      const one = record(written, Date.now());
      audit.write(one);
      void audit.countTokens(answer).then((tokens) => {
        if (tokens === undefined) return;
        counted += 1;
        audit.fill({ id: one.id, tokensOut: tokens, subTokens: null });
      });
      added.push(performance.now() - before);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const handOver = performance.now();
  await audit.flush();
  const lag = performance.now() - handOver;
  await audit.close();
  const store = new AuditStore(folder, () => undefined);
  const kept = new Set<string>();
  let after: { ts: number; seq: number } | undefined;
  do {
    const page = store.query({ limit: 1000, order: 'oldest', ...(after && { after }) });
    for (const { id } of page.records) kept.add(id);
    after = page.next;
  } while (after !== undefined);
  store.close();
  rmSync(folder, { recursive: true, force: true });
  added.sort((a, b) => a - b);
  const at = (share: number): string => (added[Math.floor(added.length * share)] ?? 0).toFixed(3);
  say(`added per call: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms (target p95 0.2)`);
  say(
    `${String(perSecond)} a second for ${String(seconds)} s: ${String(written)} written, ${String(kept.size)} kept, ${String(counted)} with tokens, ${String(errors)} errors; the database was ${lag.toFixed(0)} ms behind at the end`,
  );
}

function query(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-bench-'));
  const store = new AuditStore(folder, () => undefined);
  const began = performance.now();
  const first = Date.now() - queried * 100;
  for (let index = 0; index < queried;) {
    const lines: string[] = [];
    for (let each = 0; each < 5000 && index < queried; each += 1, index += 1)
      lines.push(JSON.stringify(record(index, first + index * 100)));
    const file = path.join(folder, `journal-${String(index).padStart(13, '0')}-000001.jsonl`);
    appendFileSync(file, `${lines.join('\n')}\n`);
    store.ingest(file);
  }
  store.checkpoint();
  const size = statSync(path.join(folder, 'audit.db')).size / 1e6;
  say(
    `${String(queried)} records: written in ${((performance.now() - began) / 1000).toFixed(0)} s, ${size.toFixed(0)} MB`,
  );
  const middle = first + (queried / 2) * 100;
  const trace = store.query({ limit: 1, order: 'oldest', since: middle }).records[0]?.traceId ?? '';
  const questions = {
    newest: {},
    time: { since: middle, until: middle + 3_600_000 },
    unit: { unit: 'homelab' },
    tool: { tool: 'tool_3' },
    'exposed name': { tool: 'homelab_tool_1' },
    client: { client: 'cursor' },
    class: { callerClass: 'untrusted' },
    status: { status: 'denied' as const },
    trace: { traceId: trace },
    'unit and status': { unit: 'netdata', status: 'denied' as const },
  };
  for (const [name, filter] of Object.entries(questions)) {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < 20; round += 1) {
      const start = performance.now();
      found = store.query({ ...filter, limit: 200, order: 'newest' }).records.length;
      times.push(performance.now() - start);
    }
    const cold = times[0] ?? 0;
    times.sort((a, b) => a - b);
    say(
      `  by ${name.padEnd(16)} ${String(found).padStart(3)} rows  p50 ${(times[10] ?? 0).toFixed(1)} ms  first ${cold.toFixed(1)} ms`,
    );
  }
  store.close();
  rmSync(folder, { recursive: true, force: true });
}
