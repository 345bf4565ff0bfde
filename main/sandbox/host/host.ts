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
import type { SourceFile } from '../sandbox.ts';
import { createCellMaker } from './cell.ts';
import { createCellPool } from './cell-pool.ts';
import { createCodeCache } from './code-cache.ts';
import { garbageCollector } from './garbage-collector.ts';
import { loadAddon } from './load-addon.ts';
import { loadAtOnce } from './load-at-once.ts';
import { withoutSourceUrl } from './load-run.ts';
import type { Run } from './run.ts';
import { startRun } from './run.ts';
import { createSourceCells } from './source-cells.ts';

const beatMs = 50;
const restAfterMs = 500;
/** Isolates are taken down in the background, and V8 keeps their pages for a second more. */
const idleAfterMs = 1500;
const cellsInAdvance = 2;
/** Making cells keeps this thread busy: the answer that just went out goes first. */
const refillAfterMs = 2;
/**
 * With more in the process no isolate is kept for the next run: the pages of resizable buffers and what Intl
 * holds are in no statistics of an isolate, and the gateway takes all of it for the run's that is alone here.
 * 64 runs at once need 160 MB.
 */
const maxKeepingRss = 200 * 1024 * 1024;
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

const ivm = loadAddon(process.argv[1] ?? '');
// Compiling whole functions at once is what makes kept code worth keeping: 3.3 ms a run before, 2.1 after.
v8.setFlagsFromString('--no-lazy');
const code = createCodeCache();
const maker = createCellMaker(ivm, code, (message) => {
  process.stderr.write(`V8 gave up on an isolate: ${message}\n`);
  die();
});
const pool = createCellPool((memoryMb) => maker.create(memoryMb), cellsInAdvance, usualMemoryMb);
const cells = createSourceCells(
  pool,
  (cell) => maker.renew(cell),
  () => process.memoryUsage.rss() <= maxKeepingRss,
);
const sources = new Map<number, readonly SourceFile[]>();
const runs = new Map<number, Run>();
/** Files of which a run at once has failed. */
const slow = new WeakSet<readonly SourceFile[]>();
/** Runs that wait for their isolate; false once the gateway has asked for their end. */
const waiting = new Map<number, boolean>();
let beat: NodeJS.Timeout | undefined;
/** Bytes that runs now over left in the process. */
let heldRss = 0;
let isResting = true;
const collectGarbage = garbageCollector();
const idle = setTimeout(onIdle, idleAfterMs);
const rest = setTimeout(onRest, restAfterMs);
let refill: NodeJS.Timeout | undefined;

/** Not put off by further runs: calls 2 ms apart would each wait for a cell of their own. */
function refillSoon(): void {
  refill ??= setTimeout(() => {
    refill = undefined;
    void cells.fill();
  }, refillAfterMs);
}

/** With nobody waiting: at once, and not again in 2 ms, when the answer may be on its way to the client. */
function refillNext(): void {
  clearTimeout(refill);
  refill = undefined;
  setImmediate(() => void cells.fill());
}

function onBeat(): void {
  const busy: number[] = [];
  for (const run of runs.values()) if (run.look()) busy.push(run.id);
  send({ t: 'beat', rss: process.memoryUsage.rss(), held: heldRss, busy });
}

function isBusy(): boolean {
  return runs.size > 0 || waiting.size > 0;
}

function onRest(): void {
  if (isBusy()) return;
  cells.rest();
  isResting = true;
  idle.refresh();
}

/** The gateway decides by this whether the host is worth keeping: the last heartbeat knew only a run's peak. */
function onIdle(): void {
  // Between two runs that follow each other closely it is no quiet moment.
  if (!isResting) return;
  collectGarbage();
  send({ t: 'idle', rss: process.memoryUsage.rss() });
}

function afterRun(): void {
  refillSoon();
  if (runs.size > 0) return;
  clearInterval(beat);
  beat = undefined;
  rest.refresh();
}

async function begin(request: RunRequest): Promise<void> {
  const { id, entry, limits } = request;
  const isFirst = !isBusy();
  isResting = false;
  waiting.set(id, true);
  const isScript = 'script' in entry;
  const files = isScript ? [entry.script] : filesOf(entry.source);
  // A model's script never gets an isolate that served before.
  const cell = await (isScript ? pool.take(limits.memoryMb) : cells.take(files, limits.memoryMb));
  const isWanted = waiting.get(id) === true;
  waiting.delete(id);
  if (!isWanted) {
    cell.isolate.dispose();
    send({ t: 'stopped', id });
    afterRun();
    return;
  }
  const mustLeave = request.onOwnThread || slow.has(files);
  const atOnce = mustLeave ? 'unfit' : loadAtOnce(request, files, cell, code);
  if (atOnce === 'failed') {
    slow.add(files);
    // One that reached its memory limit is gone already.
    if (!cell.isolate.isDisposed) cell.isolate.dispose();
    await begin(request);
    return;
  }
  // One that is loaded cannot grow any more, and reading it takes as long as the policy itself.
  if (isFirst && atOnce !== 'loaded') heldRss = process.memoryUsage.rss();
  const run = startRun(request, files, cell, {
    send,
    code,
    isLoaded: atOnce === 'loaded',
    onEnd(ended) {
      runs.delete(ended.id);
      afterRun();
    },
    onCalm() {
      if (isScript) cell.isolate.dispose();
      else cells.giveBack(files, cell);
      if (isBusy()) refillSoon();
      else refillNext();
    },
  });
  runs.set(run.id, run);
  beat ??= setInterval(onBeat, beatMs);
}

function filesOf(key: number): readonly SourceFile[] {
  const files = sources.get(key);
  if (files === undefined) throw new Error(`there are no files ${key}`);
  return files;
}

function drop(key: number): void {
  const files = sources.get(key);
  sources.delete(key);
  if (files !== undefined) cells.forget(files);
}

function onLine(line: string): void {
  const { header, payload } = splitFrame(line);
  const frame = header as GatewayFrame;
  if (frame.t === 'source') {
    sources.set(frame.key, frame.files.map(withoutSourceUrl));
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
