// npm run bench:dadl: loading real files, what a REST call adds to bare HTTP, and transforms beside other calls.
// Published files are read where they lie; without them the first part is left out.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import { TokenCache } from '../../main/backends/rest/auth/token-cache.ts';
import { parseDadl } from '../../main/backends/rest/dadl/parse-dadl.ts';
import { DiskFileStore } from '../../main/backends/rest/files/disk-file-store.ts';
import { JqPool } from '../../main/backends/rest/jq/jq-pool.ts';
import { RestBackend } from '../../main/backends/rest/rest-backend.ts';
import { loadDadl } from '../../main/config/load-dadl.ts';
import { backendEntry, type RestEntry } from '../../main/config/schema/backend-entry.ts';
import { shippedFiles } from '../../main/platform/shipped-files.ts';

const [outFolder = '', registry = ''] = process.argv.slice(2);
const rows = Array.from({ length: 660 }, (_, id) => ({
  id,
  name: `item number ${id}`,
  labels: { severity: id % 3 === 0 ? 'critical' : 'warning', node: `node-${id % 20}` },
  value: id * 1.5,
  text: 'some words that stand for a description of the thing',
}));
const bodies: Readonly<Record<string, string>> = {
  '/small': JSON.stringify({ id: 1, name: 'a small thing' }),
  '/big': JSON.stringify({ data: rows }),
};
const dadl = `
spec: https://dadl.ai/spec/dadl-spec-v0.2.md
backend:
  name: bench
  type: rest
  description: A service of the bench
  auth: { type: bearer, credential: tok }
  tools:
    small: { method: GET, path: /small, description: small, params: { q: { type: string, in: query } } }
    big:
      method: GET
      path: /big
      description: big
      response:
        result_path: $.data
        transform: 'map({ id, name: (.name | ascii_upcase), severity: .labels.severity }) | group_by(.severity) | map({ severity: .[0].severity, ids: map(.id), names: map(.name) })'
`;

const server = createServer((incoming, outgoing) => {
  outgoing.setHeader('content-type', 'application/json');
  outgoing.end(bodies[(incoming.url ?? '').split('?')[0] ?? ''] ?? '{}');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const transformer = new JqPool(shippedFiles(outFolder).jqWorker);
const backend = open();
await backend.firstAttempt;

// Times on a machine that is busy with other things say little.
print(`load average ${loadavg()[0]?.toFixed(1) ?? '?'} on ${availableParallelism()} cores`);
await loading();
await overhead();
await transforms();

await Promise.all([backend.close(), transformer.close()]);
server.closeAllConnections();
server.close();

function open(): RestBackend {
  const entry = backendEntry.parse({
    name: 'bench',
    transport: 'rest',
    dadl: 'x',
    url,
  }) as RestEntry;
  return new RestBackend({
    entry: { ...entry, source: { file: '/bench.dadl', text: dadl, fragments: {} } },
    logger: { log: () => undefined },
    credential: () => Promise.resolve('key'),
    world: {
      sandbox: {
        run: () => Promise.reject(new Error('no composites')),
        close: () => Promise.resolve(),
      },
      transformer,
      files: new DiskFileStore(path.join(tmpdir(), 'toolmesh-bench-files'), Date.now),
      tokens: new TokenCache(),
      compatibleWith: '0.4.1',
    },
  });
}

async function loading(): Promise<void> {
  if (!existsSync(registry)) {
    print('loading: left out, there are no published files');
    return;
  }
  const files = readdirSync(registry).filter((name) => name.endsWith('.dadl'));
  const times: { file: string; ms: number }[] = [];
  const started = performance.now();
  for (const file of files) {
    const since = performance.now();
    const source = await loadDadl(path.join(registry, file));
    const { dadl: parsed } = parseDadl(source, { compatibleWith: '0.4.1', canStore: true });
    if (parsed === undefined) throw new Error(`${file} does not load`);
    times.push({ file, ms: performance.now() - since });
  }
  const total = performance.now() - started;
  const slowest = times.reduce((a, b) => (a.ms > b.ms ? a : b));
  const largest = times.reduce((a, b) => (sizeOf(a.file) > sizeOf(b.file) ? a : b));
  verdict(`loading ${files.length} files, total`, total, 1500);
  verdict(`the largest (${largest.file})`, largest.ms, 150);
  print(`  slowest ${slowest.file} ${slowest.ms.toFixed(0)} ms`);
}

function sizeOf(file: string): number {
  return readFileSync(path.join(registry, file)).length;
}

async function overhead(): Promise<void> {
  const agent = new Agent();
  const bare = async (): Promise<void> => {
    const { body } = await request(`${url}/small?q=x`, { dispatcher: agent });
    JSON.parse(await body.text());
  };
  const tool = (): Promise<void> => call('small', { q: 'x' });
  await measure(bare, 300);
  await measure(tool, 300);
  const [bareTimes, toolTimes]: [number[], number[]] = [[], []];
  for (let round = 0; round < 20; round += 1) {
    bareTimes.push(...(await measure(bare, 50)));
    toolTimes.push(...(await measure(tool, 50)));
  }
  await agent.close();
  const [a, b] = [median(bareTimes), median(toolTimes)];
  print(`bare HTTP p50 ${a.toFixed(2)} ms, REST tool p50 ${b.toFixed(2)} ms`);
  verdict('a REST call adds, p50', b - a, 1.5);
}

async function transforms(): Promise<void> {
  const big = (): Promise<void> => call('big', {});
  const small = (): Promise<void> => call('small', {});
  await measure(big, 5);
  print(`the transform's input has ${((bodies['/big'] ?? '').length / 1000).toFixed(0)} KB`);
  const times = await measure(big, 40);
  verdict(
    'a call with a transform over 100 KB, mean',
    times.reduce((sum, ms) => sum + ms, 0) / times.length,
    60,
  );
  const usual = await measure(small, 200);
  const load = { isOver: false };
  const done = (async () => {
    while (!load.isOver) await big();
  })();
  const meanwhile = await measure(small, 200);
  load.isOver = true;
  await done;
  print(
    `another call p50 ${median(usual).toFixed(2)} ms alone, ${median(meanwhile).toFixed(2)} ms beside transforms`,
  );
  verdict('another call meanwhile is later by, p50', median(meanwhile) - median(usual), 5);
}

async function call(tool: string, args: Readonly<Record<string, unknown>>): Promise<void> {
  const result = await backend.callTool({
    tool,
    args,
    signal: new AbortController().signal,
    subCall: () => Promise.reject(new Error('no sub-calls')),
    onConsole: () => undefined,
  });
  if (result.isError === true) throw new Error(JSON.stringify(result.content));
}

async function measure(run: () => Promise<void>, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const since = performance.now();
    await run();
    times.push(performance.now() - since);
  }
  return times;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
}

function verdict(what: string, ms: number, limit: number): void {
  const isGood = ms <= limit;
  print(`${isGood ? 'ok  ' : 'SLOW'} ${what}: ${ms.toFixed(2)} ms (at most ${limit})`);
  if (!isGood) process.exitCode = 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
