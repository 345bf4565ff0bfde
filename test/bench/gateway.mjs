// npm run bench: a tool call through the whole gateway against the same call straight to the backend,
// interleaved in one run. "Through" is what an AI client gets: the bridge it starts, the socket, the
// pipeline with access rules and audit, and the gateway's own connection to the backend.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cli = path.join(root, 'out', 'cli.mjs');
const echo = path.join(root, 'test', 'fakes', 'echo-server.mjs');
const rounds = Number(process.argv[2] ?? 40);
const perRound = 50;
const sizes = [200, 10_000];

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
mkdirSync(env.TOOLMESH_HOME, { recursive: true });
writeFileSync(
  path.join(env.TOOLMESH_HOME, 'backends.yaml'),
  JSON.stringify({
    backends: [
      { name: 'over_http', transport: 'http', url },
      { name: 'over_stdio', transport: 'stdio', command: process.execPath, args: [echo] },
    ],
  }),
);

const gateway = spawn(process.execPath, [cli, 'serve'], { env, stdio: 'ignore' });
try {
  const through = await connect(stdio([cli, 'stdio', '--client', 'bench']));
  const backends = {
    http: await connect(new StreamableHTTPClientTransport(new URL(url))),
    stdio: await connect(stdio([echo])),
  };
  console.log(`${rounds} rounds of ${perRound} calls each way, interleaved; milliseconds a call`);
  console.log('backend  answer   direct p50    p95   gateway p50    p95   ratio of p50s');
  for (const [kind, direct] of Object.entries(backends)) {
    for (const bytes of sizes) await compare(kind, direct, through, bytes);
    await direct.close();
  }
  await through.close();
} finally {
  gateway.kill();
  http.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

async function compare(kind, direct, through, bytes) {
  const times = { direct: [], through: [] };
  await measure(direct, 'echo', bytes, []);
  await measure(through, `over_${kind}_echo`, bytes, []);
  for (let round = 0; round < rounds; round += 1) {
    await measure(direct, 'echo', bytes, times.direct);
    await measure(through, `over_${kind}_echo`, bytes, times.through);
  }
  const [a, b] = [times.direct, times.through].map((list) => list.sort((x, y) => x - y));
  const at = (list, share) => list[Math.floor(list.length * share)].toFixed(3).padStart(9);
  const ratio = (b[b.length >> 1] / a[a.length >> 1]).toFixed(2);
  console.log(
    `${kind.padEnd(7)}${String(bytes).padStart(6)} B ${at(a, 0.5)} ${at(a, 0.95)}     ${at(b, 0.5)} ${at(b, 0.95)}   ${ratio}`,
  );
}

function stdio(args) {
  return new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' });
}

async function connect(transport) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  return client;
}

async function measure(client, name, bytes, times) {
  for (let index = 0; index < perRound; index += 1) {
    const start = performance.now();
    const result = await client.callTool({ name, arguments: { bytes } });
    times.push(performance.now() - start);
    if (result.isError) throw new Error(JSON.stringify(result.content));
  }
}
