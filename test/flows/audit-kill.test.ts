import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AuditStore } from '../../main/gateway/audit/audit-store.ts';
import { leftoverSegments } from '../../main/gateway/audit/journal.ts';
import { createRandom } from '../builders/random.ts';
import { cliFile, ownHome } from '../builders/own-home.ts';
import { stdioClient } from '../builders/stdio-client.ts';
import { resolvePaths } from '../../main/config/paths.ts';
import { listening } from '../setup/listening.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const out = path.dirname(cliFile);
const node = path.join(
  out,
  'sandbox-host',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const writer = path.join(root, 'test', 'fakes', 'audit-writer.ts');
const echo = path.join(root, 'test', 'fakes', 'echo-server.mjs');

// More of them for a longer look: each start of a gateway takes a second or two.
const gatewayKills = Number(process.env['TOOLMESH_TEST_KILLS'] ?? 6);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-kill-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Ids of every record, read the way the next start of the gateway would. */
function recordedParams(auditFolder: string): {
  readonly ids: ReadonlySet<string>;
  readonly params: readonly string[];
} {
  const store = new AuditStore(auditFolder, () => undefined);
  try {
    store.ingestLeftovers(leftoverSegments(auditFolder));
    const ids = new Set<string>();
    const params: string[] = [];
    let after: { ts: number; seq: number } | undefined;
    do {
      const page = store.query({ limit: 1000, order: 'oldest', ...(after && { after }) });
      for (const record of page.records) {
        ids.add(record.id);
        params.push(record.params ?? '');
      }
      after = page.next;
    } while (after !== undefined);
    return { ids, params };
  } finally {
    store.close();
  }
}

// A hundred kills of the audit alone, each after the start that repairs what the one before left.
test(
  'loses no answered record over 100 kills at random moments',
  { timeout: 300_000 },
  async () => {
    const random = createRandom(20_261_129);
    const answered = new Set<string>();
    for (let round = 0; round < 100; round += 1) {
      const child = spawn(node, [writer, folder, path.join(out, 'audit-worker.mjs')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const lines = createInterface(child.stdout);
      lines.on('line', (id: string) => answered.add(id));
      await once(lines, 'line');
      await pause(random.between(0, 350));
      const ended = once(lines, 'close');
      child.kill('SIGKILL');
      await ended;
    }
    const { ids } = recordedParams(folder);
    expect([...answered].filter((id) => !ids.has(id))).toEqual([]);
    expect(answered.size).toBeGreaterThan(1000);
  },
);

test(
  'loses no answered call over kills of the real gateway under load',
  { timeout: 60_000 + gatewayKills * 10_000 },
  async () => {
    const random = createRandom(7);
    const home = ownHome();
    home.write(
      'backends.yaml',
      JSON.stringify({
        backends: [
          { name: 'over_stdio', transport: 'stdio', command: process.execPath, args: [echo] },
        ],
      }),
    );
    const answered: number[] = [];
    let next = 0;
    try {
      for (let round = 0; round < gatewayKills; round += 1) {
        const gateway = spawn(process.execPath, [cliFile, 'serve'], {
          env: home.env,
          stdio: 'ignore',
        });
        await listening(resolvePaths(home.env).socket, gateway);
        const connected = await stdioClient(home, 'loader');
        await connected.call('over_stdio_echo', { bytes: 1 });
        const load = async (): Promise<void> => {
          for (;;) {
            const bytes = (next += 1);
            const isAnswered = await connected.call('over_stdio_echo', { bytes }).then(
              () => true,
              () => false,
            );
            if (!isAnswered) return;
            answered.push(bytes);
          }
        };
        const loads = Array.from({ length: 8 }, load);
        await pause(random.between(0, 700));
        const ended = once(gateway, 'exit');
        gateway.kill('SIGKILL');
        await ended;
        await connected.client.close();
        await Promise.all(loads);
      }
      const { params } = recordedParams(path.join(home.folder, 'data', 'audit'));
      const recorded = new Set(params);
      expect(answered.filter((bytes) => !recorded.has(JSON.stringify({ bytes })))).toEqual([]);
      expect(answered.length).toBeGreaterThan(100);
    } finally {
      home.remove();
    }
  },
);
