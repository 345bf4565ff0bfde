// Second half of npm run bench:sandbox: a unit's call through the whole gateway, as an AI client makes it,
// against the same backend called directly and as a passthrough tool; interleaved in one run, answers of 10 KB.
// The backend over HTTP is the SDK's own example: it makes a new server for every request, which takes 1 ms
// of the two cores that all processes share here, so the throughput is measured over stdio as well.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cli = path.join(root, 'out', 'cli.mjs');
const echo = path.join(root, 'test', 'fakes', 'echo-server.mjs');
const rounds = Number(process.argv[2] ?? 200);
const bytes = 10_000;

const glue = `f.query('calls').input({ count: { type: 'integer' } }).handle(async ({ count }) => {
  for (let i = 0; i < count; i++) await api.service.echo({ bytes: ${bytes} });
  return count;
});`;

const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-bench-'));
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  TOOLMESH_HOME: path.join(folder, 'config'),
  TOOLMESH_DATA: path.join(folder, 'data'),
  XDG_RUNTIME_DIR: folder,
};
const http = spawn(process.execPath, [echo, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [url] = await once(createInterface(http.stdout), 'line');
const service = { name: 'service', transport: 'http', url };
writeUnit('bench', service);
const program = { transport: 'stdio', command: process.execPath, args: [echo] };
writeUnit('bench_stdio', { name: 'service', ...program });
writeFileSync(
  path.join(env.TOOLMESH_HOME, 'backends.yaml'),
  JSON.stringify({ backends: [service] }),
);

const gateway = spawn(process.execPath, [cli, 'serve'], { env, stdio: 'ignore' });
try {
  const through = await connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'stdio', '--client', 'bench'],
      env,
    }),
  );
  const direct = await connect(new StreamableHTTPClientTransport(new URL(url)));
  const times = await measure(direct, through);
  const perSecond = {
    'over HTTP': await throughput(through, 'bench_calls'),
    'over stdio': await throughput(through, 'bench_stdio_calls'),
  };
  await report(times, perSecond);
  await direct.close();
  await through.close();
} finally {
  gateway.kill();
  http.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function writeUnit(name, backend) {
  const unitFolder = path.join(env.TOOLMESH_HOME, 'units', name);
  mkdirSync(unitFolder, { recursive: true });
  const unit = {
    unit: name,
    implementation: './glue.js',
    expose: { tools: ['calls'] },
    backends: [backend],
  };
  writeFileSync(path.join(unitFolder, 'unit.yaml'), JSON.stringify(unit));
  writeFileSync(path.join(unitFolder, 'glue.js'), glue);
}

async function measure(direct, through) {
  const calls = {
    direct: () => call(direct, 'echo', { bytes }),
    passthrough: () => call(through, 'service_echo', { bytes }),
    unit0: () => call(through, 'bench_calls', { count: 0 }),
    unit1: () => call(through, 'bench_calls', { count: 1 }),
    unit100: () => call(through, 'bench_calls', { count: 100 }),
  };
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  for (let round = -20; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(calls)) {
      if (name === 'unit100' && round % 8 !== 0) continue;
      const started = performance.now();
      await run();
      if (round >= 0) times[name].push(performance.now() - started);
      // What a model leaves between two calls.
      await pause(5);
    }
  }
  return times;
}

async function throughput(through, tool) {
  for (let run = 0; run < 50; run += 1) await call(through, tool, { count: 1 });
  let left = rounds * 5;
  const total = left;
  const started = performance.now();
  const caller = async () => {
    while (left-- > 0) await call(through, tool, { count: 1 });
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return total / ((performance.now() - started) / 1000);
}

async function report(times, perSecond) {
  const p50 = (name) => percentile(times[name], 0.5);
  const p95 = (name) => percentile(times[name], 0.95);
  // A host gives back what it does not need one second after its last run.
  await pause(2500);
  const hosts = hostMegabytes();
  console.log('milliseconds a call        p50      p95');
  for (const name of Object.keys(times))
    console.log(
      `${name.padEnd(22)}${p50(name).toFixed(2).padStart(8)} ${p95(name).toFixed(2).padStart(8)}`,
    );
  const rows = [
    ['a unit adds to its one sub-call, p50', p50('unit1') - p50('passthrough'), '<= 2 ms'],
    ['a unit adds to its one sub-call, p95', p95('unit1') - p95('passthrough'), '<= 6 ms'],
    [
      'each of 100 sub-calls adds',
      (p50('unit100') - p50('unit0')) / 100 - p50('direct'),
      '<= 0.3 ms',
    ],
    ...Object.entries(perSecond).map(([way, value]) => [
      `unit calls a second, 16 callers, ${way}`,
      value,
      '>= 400',
    ]),
    ...(hosts === undefined ? [] : [['largest idle host, MB', hosts, '<= 80']]),
  ];
  console.log('\nfigure                                           here  target');
  for (const [what, value, target] of rows)
    console.log(`${what.padEnd(44)}${value.toFixed(2).padStart(9)}  ${target}`);
}

/** Linux and macOS tell it by ps; elsewhere it is left out. */
function hostMegabytes() {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'ppid=,rss=,args='], { encoding: 'utf8' });
  const sizes = (stdout ?? '')
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+.*host\.cjs/.exec(line))
    .filter((found) => found !== null && Number(found[1]) === gateway.pid)
    .map((found) => Number(found[2]) / 1024);
  return sizes.length === 0 ? undefined : Math.max(...sizes);
}

function percentile(list, share) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length * share)];
}

async function connect(transport) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  return client;
}

async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(JSON.stringify(result.content));
}
