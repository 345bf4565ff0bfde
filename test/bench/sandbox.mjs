// npm run bench:sandbox: a unit's call through the sandbox, and the same glue in node:vm inside this process as
// the unsafe floor, interleaved in one run. A call's answer is 10 KB; a pause between runs is what a model leaves.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rounds = Number(process.argv[2] ?? 200);
const answer = { ok: true, value: { text: 'x'.repeat(10_000) } };
const source = `async function tool(params) {
  for (let i = 0; i < params.calls; i++) await api.db.get({ i });
  return { calls: params.calls };
}`;

/** The gateway's side as plain JavaScript; the host's side is the built one. */
async function loadSandbox() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-sandbox-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'main/sandbox/create-sandbox.ts',
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'sandbox.mjs' } },
    },
  });
  const { createSandbox } = await import(pathToFileURL(path.join(folder, 'sandbox.mjs')).href);
  rmSync(folder, { recursive: true, force: true });
  const host = path.join(root, 'out', 'sandbox-host');
  return createSandbox({
    nodePath: path.join(host, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    hostScript: path.join(host, 'host.cjs'),
    logger: { log: () => undefined },
  });
}

// One list for all runs, as a unit has it.
const files = [{ name: 'glue.js', source }];
const jobFor = (calls) => ({
  label: 'Bench',
  files,
  entry: { kind: 'function', name: 'tool', args: [{ calls }] },
  bridge: { global: 'api', names: ['db'] },
  limits: { timeoutMs: 120_000, memoryMb: 128, calls: 20_000, resultBytes: 10 * 1024 * 1024 },
  onCall: () => Promise.resolve(answer),
});

/** The same glue with the same JSON both ways, without any wall. */
async function runInVm(calls) {
  const get = (args) => Promise.resolve(JSON.parse(JSON.stringify(answer.value, args && null)));
  const context = vm.createContext({ api: { db: { get } } });
  new vm.Script(source, { filename: 'glue.js' }).runInContext(context);
  return JSON.parse(JSON.stringify(await context.tool({ calls })));
}

function percentile(times, share) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)];
}

async function timed(times, action) {
  const started = performance.now();
  await action();
  times.push(performance.now() - started);
}

async function measureLatency(sandbox, calls, count) {
  const inSandbox = [];
  const inVm = [];
  for (let round = 0; round < count; round++) {
    await timed(inSandbox, () => sandbox.run(jobFor(calls)));
    await timed(inVm, () => runInVm(calls));
    await pause(10);
  }
  return {
    calls,
    'sandbox p50 ms': percentile(inSandbox, 0.5).toFixed(2),
    'sandbox p95 ms': percentile(inSandbox, 0.95).toFixed(2),
    'node:vm p50 ms': percentile(inVm, 0.5).toFixed(2),
    'node:vm p95 ms': percentile(inVm, 0.95).toFixed(2),
  };
}

async function measureThroughput(sandbox, callers, total) {
  let left = total;
  const started = performance.now();
  const caller = async () => {
    while (left-- > 0) await sandbox.run(jobFor(1));
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return total / ((performance.now() - started) / 1000);
}

const sandbox = await loadSandbox();
try {
  for (let i = 0; i < 20; i++) await sandbox.run(jobFor(1));
  const rows = [];
  for (const calls of [0, 1, 100]) {
    rows.push(await measureLatency(sandbox, calls, calls === 100 ? Math.ceil(rounds / 4) : rounds));
  }
  console.table(rows);
  const perSecond = await measureThroughput(sandbox, 16, rounds * 5);
  console.log(`${perSecond.toFixed(0)} runs with one call a second, 16 callers`);
} finally {
  await sandbox.close();
}
