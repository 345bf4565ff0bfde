// npm run bench:exposition: surfaces of a large registry, and searches in it. "Cold" is the first
// compilation of a fresh process. Exits with 1 when a target is missed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const self = fileURLToPath(import.meta.url);
const registrySize = 5000;
const searchSize = 3800;
const perBackend = 100;
const rounds = 200;

const [role, bundle, strategy] = process.argv.slice(2);
if (role === undefined) await report();
else await { cold, warm, list, discover, memory }[role](await import(pathToFileURL(bundle).href));

async function report() {
  const { bundleForNode } = await import('../../build/bundle/node-bundle.mjs');
  const stage = mkdtempSync(path.join(tmpdir(), 'toolmesh-bench-'));
  const entry = 'test/bench/exposition-parts.ts';
  try {
    await bundleForNode({ entry, stage, name: 'parts', format: 'esm', target: 'node20' });
    const file = path.join(stage, 'parts.mjs');
    const measure = (name, ...args) => {
      const run = spawnSync(process.execPath, ['--expose-gc', self, name, file, ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return JSON.parse(run.stdout);
    };
    const several = (name, ...args) => {
      const all = Array.from({ length: 7 }, () => measure(name, ...args)).sort((a, b) => a - b);
      return all[3];
    };
    console.log(
      `${cpus().length} processors, load ${loadavg()[0].toFixed(1)}; a load above them shows below`,
    );
    for (const each of ['code', 'flat', 'grouped']) {
      row(
        `compile ${registrySize} tools cold, ${each}`,
        several('cold', each),
        120,
        'ms median of 7',
      );
      row(`after one tool changed, ${each}`, measure('warm', each), 10, 'ms p95');
      row(`tools/list from cache, ${each}`, measure('list', each), 1, 'ms p95');
    }
    const { text, pattern } = measure('discover');
    row(`discover_tools over ${searchSize}, text`, text, 25, 'ms p95');
    row(`discover_tools over ${searchSize}, pattern`, pattern, 25, 'ms p95');
    row(`memory of ${registrySize} tools, all forms`, measure('memory'), 60, 'MB');
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function row(what, value, most, unit) {
  const isMet = value <= most;
  if (!isMet) process.exitCode = 1;
  console.log(
    `${what.padEnd(44)}${value.toFixed(2).padStart(9)} ${unit.padEnd(15)} target ${most}${isMet ? '' : '  MISSED'}`,
  );
}

/** A registry that can lose and gain tools, and the surfaces over it. */
function world(parts, size = registrySize) {
  const lists = Array.from({ length: Math.ceil(size / perBackend) }, (_, at) =>
    Array.from({ length: Math.min(perBackend, size - at * perBackend) }, (_, index) =>
      parts.toolDescriptor(at * perBackend + index),
    ),
  );
  const backends = lists.map((tools, at) => ({
    ...parts.listedBackend(`backend${at}`, tools),
    tools: () => lists[at],
    promoted: tools.slice(0, 1).map(({ name }) => name),
  }));
  const builder = new parts.RegistryBuilder();
  let registry = builder.build(backends);
  const surfaces = new parts.ClientSurfaces({
    registry: () => registry,
    builtIns: () => [],
    check: () => [],
  });
  return {
    registry: () => registry,
    surface: (strategy) => surfaces.of(parts.expositionFor(undefined, 'bench', { strategy })),
    change(round) {
      const at = round % lists.length;
      const changed = { ...lists[at][7], description: `Changed in round ${round}` };
      lists[at] = lists[at].with(7, changed);
      registry = builder.build(backends);
      surfaces.reset();
    },
  };
}

function cold(parts) {
  const tools = world(parts);
  const start = performance.now();
  tools.surface(strategy).json();
  answer(performance.now() - start);
}

function warm(parts) {
  const tools = world(parts);
  tools.surface(strategy).json();
  const times = [];
  for (let round = 0; round < 60; round += 1) {
    const start = performance.now();
    tools.change(round);
    void tools.surface(strategy).tools;
    if (round >= 10) times.push(performance.now() - start);
  }
  answer(p95(times));
}

function list(parts) {
  const tools = world(parts);
  tools.surface(strategy).json();
  answer(p95(timed(() => tools.surface(strategy).json())));
}

async function discover(parts) {
  const { entries } = world(parts, searchSize).registry();
  const index = new parts.ToolIndex(entries);
  const route = parts.discoverRoute(() => index);
  const run = async (args) => {
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      await route.run({ args: args(round) });
      times.push(performance.now() - start);
    }
    return p95(times);
  };
  const queries = [
    'restart the certificate',
    'list invoices',
    'open backups',
    'project state',
    'cont',
  ];
  const patterns = [
    'invoice',
    '^backend1\\d_.*_node',
    '(get|list)_(user|alert)',
    'number 1.*7\\.',
    '.',
  ];
  const text = await run((round) => ({ query: queries[round % queries.length] }));
  const pattern = await run((round) => ({ pattern: patterns[round % patterns.length] }));
  answer({ text, pattern });
}

/** What surfaces, names and the search index add to the tools themselves, and the tools. */
function memory(parts) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const tools = world(parts);
  const kept = ['code', 'flat', 'grouped'].map((each) => tools.surface(each));
  for (const surface of kept) surface.json();
  const index = new parts.ToolIndex(tools.registry().entries);
  globalThis.gc();
  const used = process.memoryUsage().heapUsed - before;
  answer(index.entries.length > 0 && kept.length > 0 ? used / 1e6 : NaN);
}

function timed(run) {
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
}

function p95(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
}

function answer(value) {
  process.stdout.write(JSON.stringify(value));
}
