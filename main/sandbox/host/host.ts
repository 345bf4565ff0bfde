/**
 * The sandbox host: a plain Node process that runs other people's JavaScript in isolates. Bundled into the
 * single file `out/sandbox-host/host.cjs`; `isolated-vm.node` lies beside it. The gateway starts it with an
 * empty environment and Node's permission model, and kills it when its own means are not enough.
 */
import process from 'node:process';
import v8 from 'node:v8';
import { createLineReader } from '../line-reader.ts';
import type { GatewayFrame, HostFrame, RunRequest } from '../protocol.ts';
import { encodeFrame, splitFrame } from '../protocol.ts';
import { createCell } from './cell.ts';
import { createCellPool } from './cell-pool.ts';
import { createCodeCache } from './code-cache.ts';
import { garbageCollector } from './garbage-collector.ts';
import { loadAddon } from './load-addon.ts';
import type { Source, Wish } from './loaded-cells.ts';
import { createLoadedCells } from './loaded-cells.ts';
import type { Run } from './run.ts';
import { startRun } from './run.ts';

const beatMs = 50;
/** Isolates are taken down in the background: measured earlier, their memory would still be there. */
const idleAfterMs = 1000;
const cellsInAdvance = 2;
/** Making cells keeps this thread busy: the answer that just went out goes first. */
const refillAfterMs = 2;
/** A unit's limit unless its settings say otherwise. */
const usualMemoryMb = 128;

/** A thread that spins in native code keeps `process.exit` waiting for ever. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}

function giveUp(error: unknown): never {
  process.stderr.write(`Sandbox host gives up: ${String(error)}\n`);
  die();
}

function send(frame: HostFrame, payload?: string): void {
  process.stdout.write(encodeFrame(frame, payload));
}

function onWorn(why: string): void {
  send({ t: 'worn', why });
}

const ivm = loadAddon(process.argv[1] ?? '');
// Compiling whole functions at once is what makes kept code worth keeping: 3.3 ms a run before, 2.1 after.
v8.setFlagsFromString('--no-lazy');
const compile = createCodeCache();
const pool = createCellPool(
  (memoryMb) =>
    createCell(ivm, compile, memoryMb, (message) => {
      process.stderr.write(`V8 gave up on an isolate: ${message}\n`);
      die();
    }),
  cellsInAdvance,
  usualMemoryMb,
);
const cells = createLoadedCells(pool, compile, {
  onWorn,
  onUnfit({ key }) {
    if (key !== undefined) send({ t: 'unfit', key });
  },
});
const sources = new Map<number, Source>();
const runs = new Map<number, Run>();
/** Runs that wait for their isolate; false once the gateway has asked for their end. */
const waiting = new Map<number, boolean>();
let beat: NodeJS.Timeout | undefined;
const collectGarbage = garbageCollector();
const idle = setTimeout(onIdle, idleAfterMs);
let refill: NodeJS.Timeout | undefined;

/** Not put off by further runs: calls 2 ms apart would each wait for a cell of their own. */
function refillSoon(): void {
  refill ??= setTimeout(() => {
    refill = undefined;
    void cells.fill();
  }, refillAfterMs);
}

function onBeat(): void {
  const busy: number[] = [];
  for (const run of runs.values()) if (run.look()) busy.push(run.id);
  send({ t: 'beat', rss: process.memoryUsage.rss(), busy });
}

/** The gateway decides by this whether the host is worth keeping: the last heartbeat knew only a run's peak. */
function onIdle(): void {
  if (runs.size > 0 || waiting.size > 0) return;
  collectGarbage();
  send({ t: 'idle', rss: process.memoryUsage.rss() });
}

async function begin(request: RunRequest): Promise<void> {
  const source = sourceOf(request);
  waiting.set(request.id, true);
  const ready = await cells.take(source, wishOf(request));
  const isWanted = waiting.get(request.id) === true;
  waiting.delete(request.id);
  if (!isWanted) {
    ready.cell.isolate.dispose();
    send({ t: 'stopped', id: request.id });
    return;
  }
  const run = startRun(request, source, ready, {
    send,
    compile,
    onEnd(ended, isDone) {
      runs.delete(ended.id);
      if (isDone) source.served += 1;
      refillSoon();
      if (runs.size > 0) return;
      clearInterval(beat);
      beat = undefined;
      idle.refresh();
    },
  });
  runs.set(request.id, run);
  beat ??= setInterval(onBeat, beatMs);
}

function wishOf({ limits, bridge, globalNames }: RunRequest): Wish {
  const bridges = bridge.global === 'none' ? [] : [bridge.global];
  return { memoryMb: limits.memoryMb, globals: [...bridges, ...globalNames] };
}

function sourceOf({ entry }: RunRequest): Source {
  if ('script' in entry) return { files: [entry.script], served: 0, isUnfit: true };
  const source = sources.get(entry.source);
  if (source === undefined) throw new Error(`there are no files ${entry.source}`);
  return source;
}

function drop(key: number): void {
  const source = sources.get(key);
  sources.delete(key);
  if (source !== undefined) cells.forget(source);
}

function onLine(line: string): void {
  const { header, payload } = splitFrame(line);
  const frame = header as GatewayFrame;
  if (frame.t === 'source') {
    const { key, files, isUnfit } = frame;
    sources.set(key, { key, files, isUnfit, served: 0 });
  } else if (frame.t === 'drop') drop(frame.key);
  else if (frame.t === 'run') begin(frame).catch(giveUp);
  else if (frame.t === 'reply') runs.get(frame.id)?.reply(frame.call, frame.ok, payload);
  else if (waiting.has(frame.id)) waiting.set(frame.id, false);
  else runs.get(frame.id)?.stop('asked');
}

process.stdin.on('data', createLineReader(Infinity, onLine, die));
process.stdin.on('end', die);
process.stdin.on('error', die);
process.stdout.on('error', die);
// A slip of this process must not take the runs down that have nothing to do with it.
process.on('unhandledRejection', (reason) => {
  process.stderr.write(`Unhandled rejection: ${String(reason)}\n`);
});
refillSoon();
send({ t: 'ready', rss: process.memoryUsage.rss() });
