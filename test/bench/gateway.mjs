// npm run bench: a tool call through the whole gateway against the same call straight to the backend,
// interleaved in one run. "Gateway" is what an AI client gets: the bridge it starts, the socket, the pipeline
// with access rules and audit, and the gateway's own connection to the backend; "policy" is the same with a
// policy of the user's around each call. "Relays" are two processes that only pass bytes on: less a gateway
// over stdio cannot cost.
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
const relay = path.join(root, 'test', 'bench', 'relay.mjs');
// The direct client's listeners on its one signal wait for the garbage collector, and undici warns of each.
process.removeAllListeners('warning');

const rounds = Number(process.argv[2] ?? 40);
const perRound = 50;
const sizes = [200, 10_000];

const policySource = `if (ctx.phase !== 'pre') return;
if (ctx.params.bytes > 1e9) throw new Error('too much');`;

const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-bench-'));
const http = spawn(process.execPath, [echo, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [url] = await once(createInterface(http.stdout), 'line');
const gateways = {
  gateway: openGateway('plain'),
  policy: openGateway('policy', policySource),
};
try {
  const through = {};
  for (const [name, { env }] of Object.entries(gateways))
    through[name] = await connect(stdio([cli, 'stdio', '--client', 'bench'], env));
  const direct = {
    http: await connect(new StreamableHTTPClientTransport(new URL(url))),
    stdio: await connect(stdio([echo])),
  };
  const relays = await connect(stdio([relay, process.execPath, relay, process.execPath, echo]));
  console.log(`${rounds} rounds of ${perRound} calls each way, interleaved; milliseconds a call`);
  console.log('backend  answer   way           p50      p95   p50 against direct');
  for (const kind of ['http', 'stdio']) {
    const ways = {
      direct: [direct[kind], 'echo'],
      ...(kind === 'stdio' && { relays: [relays, 'echo'] }),
      gateway: [through.gateway, `over_${kind}_echo`],
      policy: [through.policy, `over_${kind}_echo`],
    };
    for (const bytes of sizes) await compare(kind, ways, bytes);
  }
  for (const client of [...Object.values(through), ...Object.values(direct), relays])
    await client.close();
} finally {
  for (const { child } of Object.values(gateways)) child.kill();
  http.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function openGateway(name, policy) {
  const home = path.join(folder, name);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TOOLMESH_HOME: path.join(home, 'config'),
    TOOLMESH_DATA: path.join(home, 'data'),
    XDG_RUNTIME_DIR: home,
  };
  const policies = path.join(env.TOOLMESH_HOME, 'policies');
  mkdirSync(policies, { recursive: true });
  if (policy !== undefined) writeFileSync(path.join(policies, 'bench.js'), policy);
  writeFileSync(
    path.join(env.TOOLMESH_HOME, 'backends.yaml'),
    JSON.stringify({
      backends: [
        { name: 'over_http', transport: 'http', url },
        { name: 'over_stdio', transport: 'stdio', command: process.execPath, args: [echo] },
      ],
    }),
  );
  return { env, child: spawn(process.execPath, [cli, 'serve'], { env, stdio: 'ignore' }) };
}

async function compare(kind, ways, bytes) {
  const times = {};
  for (const [way, [client, tool]] of Object.entries(ways)) {
    await measure(client, tool, bytes, []);
    times[way] = [];
  }
  for (let round = 0; round < rounds; round += 1)
    for (const [way, [client, tool]] of Object.entries(ways))
      await measure(client, tool, bytes, times[way]);
  for (const list of Object.values(times)) list.sort((x, y) => x - y);
  const at = (way, share) => times[way][Math.floor(times[way].length * share)];
  for (const way of Object.keys(ways)) {
    const [p50, p95] = [at(way, 0.5), at(way, 0.95)].map((ms) => ms.toFixed(3).padStart(8));
    const ratio = (at(way, 0.5) / at('direct', 0.5)).toFixed(2);
    console.log(
      `${kind.padEnd(7)}${String(bytes).padStart(6)} B   ${way.padEnd(8)}${p50} ${p95}   ${ratio}`,
    );
  }
}

function stdio(args, env = process.env) {
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
