/**
 * The sandbox as the gateway sees it: jobs in, outcomes out, over hosts that may die at any moment. The
 * host enforces the limits; what it cannot stop any more is stopped here by killing it.
 */
import { GatewayError } from '../platform/gateway-error.ts';
import type { Logger } from '../platform/logger.ts';
import type { HostLocation } from './host-process.ts';
import type { Host } from './host-pair.ts';
import { createHostPair } from './host-pair.ts';
import type { HostFrame } from './protocol.ts';
import { restartedError, unavailableError } from './run-errors.ts';
import type { ActiveRun } from './active-run.ts';
import { createActiveRun } from './active-run.ts';
import type { Sandbox, SandboxJob } from './sandbox.ts';

export interface SandboxOptions extends HostLocation {
  readonly logger: Logger;
  /** Most memory one host may use, in MB, before it is killed; 2048 unless told. */
  readonly hostMemoryMb?: number;
}

/**
 * Most runs on the hosts at once, each with 1 to 2 MB of its own; further ones wait their turn. A run that
 * waits for a nested one holds its place, so the number is far above what nesting to depth 16 needs.
 */
const maxRunning = 256;
/** How long after its limit a run may still be on the host before the host is killed. */
const killGraceMs = 1000;
/** A host whose own thread does not answer: heartbeats come every 50 ms while it has runs. */
const silentMs = 5000;
const watchMs = 500;
/** The two hosts may have died unnoticed, and the next one may be lost. */
const maxDispatches = 3;
const mb = 1024 * 1024;
/** What a host needs before its first run. */
const freshHostMb = 56;
/** What it may use beyond that, or beyond what earlier runs left in it. */
const allowanceMb = 200;

export function createSandbox(options: SandboxOptions): Sandbox {
  const { logger, hostMemoryMb = 2048 } = options;
  const runs = new Map<number, ActiveRun>();
  const queue: ActiveRun[] = [];
  /** Files whose runs were in a host that was lost. */
  const suspects = new WeakSet<SandboxJob['files']>();
  let lastId = 0;
  let isClosed = false;
  let watch: NodeJS.Timeout | undefined;

  const pair = createHostPair(options, logger, { onReady, onFrame, onLost });

  function dispatch(run: ActiveRun): void {
    const host = pair.current();
    if ('reason' in host) {
      run.fail(unavailableError(run.job.label, host.reason));
      return;
    }
    run.host = host;
    host.runIds.add(run.id);
    host.served += 1;
    host.granted.change(run.job.limits.memoryMb);
    run.dispatches += 1;
    run.dispatchedAt = performance.now();
    run.begin(suspects.has(run.job.files));
    watch ??= setInterval(lookAtHosts, watchMs).unref();
  }

  function forget(run: ActiveRun): void {
    const place = queue.indexOf(run);
    if (place >= 0) queue.splice(place, 1);
    if (!runs.delete(run.id)) return;
    if (run.host !== undefined) {
      run.host.granted.change(-run.job.limits.memoryMb);
      pair.release(run.host, run.id);
    }
    const next = queue.shift();
    // Not at once: the caller of this one may be in the middle of ending it.
    if (next !== undefined) setImmediate(begin, next);
    if (runs.size > 0) return;
    clearInterval(watch);
    watch = undefined;
  }

  function begin(run: ActiveRun): void {
    runs.set(run.id, run);
    if (isClosed) run.fail(closedError(run.job.label));
    else dispatch(run);
  }

  function onReady(host: Host): void {
    for (const id of host.runIds) runs.get(id)?.countTime();
  }

  function onFrame(host: Host, frame: HostFrame, payload: string | undefined): void {
    if (frame.t === 'beat') {
      onBeat(host, frame);
      return;
    }
    if (!('id' in frame)) return;
    const run = runs.get(frame.id);
    if (run?.host !== host) return;
    try {
      run.onFrame(frame, payload);
    } catch (error) {
      // Only a host that breaks the protocol gets here: JSON that is none, more calls than it may make.
      logger.log('error', `Sandbox host broke the protocol: ${String(error)}`);
      host.process.kill();
    }
  }

  function onBeat(host: Host, { rss, held, busy }: HostFrame & { readonly t: 'beat' }): void {
    host.rss = rss;
    const active = [...host.runIds].flatMap((id) => runs.get(id) ?? []);
    for (const run of active) run.isBusy = busy.includes(run.id);
    // memoryLimit is a guideline: code was seen to reach two to three times of it before it is stopped.
    const granted = allowanceMb + 3 * host.granted.highest();
    const cap = Math.min(hostMemoryMb * mb, Math.max(freshHostMb * mb, held) + granted * mb);
    if (rss <= cap) return;
    // In a worn host the isolate of a run already ended may be what still grows.
    const isAlone = active.length === 1 && !host.isWorn;
    const accused = isAlone ? active : active.filter((run) => run.isBusy);
    for (const run of accused) {
      // Several of them: each gets its second try; who kills two hosts is guilty.
      if (accused.length === 1 || run.losses > 0) run.verdict = 'limit-memory';
    }
    logger.log('warn', `Sandbox host uses ${Math.round(rss / mb)} MB and is stopped`, {
      pid: host.process.pid,
    });
    host.process.kill();
  }

  function isAnswering(host: Host): boolean {
    const since = performance.now() - silentMs;
    if (!host.isReady || host.lastSeen > since) return true;
    return ![...host.runIds].some((id) => (runs.get(id)?.dispatchedAt ?? Infinity) < since);
  }

  function lookAtHosts(): void {
    for (const host of pair.all()) {
      if (host.runIds.size === 0 || isAnswering(host)) continue;
      logger.log('warn', 'Sandbox host does not answer and is stopped', { pid: host.process.pid });
      host.process.kill();
    }
  }

  function onLost(host: Host, reason: string): void {
    for (const id of host.runIds) {
      const run = runs.get(id);
      if (run === undefined) continue;
      run.host = undefined;
      suspects.add(run.job.files);
      // A host that said nothing since was dead already: that is not the run's second chance.
      if (host.lastSeen > run.dispatchedAt) run.losses += 1;
      if (isClosed) run.fail(closedError(run.job.label));
      else if (run.verdict !== undefined) run.fail(run.limitError(run.verdict));
      else if (run.calls > 0 || run.losses > 1 || run.dispatches > maxDispatches) {
        const error = host.isReady
          ? restartedError(run.job.label, run.calls, run.console)
          : unavailableError(run.job.label, reason);
        run.fail(error);
      } else dispatch(run);
    }
    host.runIds.clear();
  }

  return {
    run(job) {
      if (isClosed) return Promise.reject(closedError(job.label));
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const run = createActiveRun(id, job, {
          resolve,
          reject,
          killGraceMs,
          onSettled: forget,
          onUnstoppable(stuck) {
            stuck.verdict = 'limit-time';
            stuck.host?.process.kill();
          },
        });
        if (run.refuseEarly()) return;
        if (runs.size < maxRunning) begin(run);
        else queue.push(run);
      });
    },
    async close() {
      isClosed = true;
      for (const run of queue.splice(0)) run.fail(closedError(run.job.label));
      await pair.close();
    },
  };
}

function closedError(label: string): GatewayError {
  return new GatewayError('cancelled', `${label} was cancelled: the gateway is closing`);
}
