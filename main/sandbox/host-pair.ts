/**
 * The hosts of one sandbox: the one that takes runs, a warm spare that takes over within no time, and worn
 * ones that only finish what they have. Which run a lost host costs what is not decided here.
 */
import type { Logger } from '../platform/logger.ts';
import type { HostLocation, HostProcess } from './host-process.ts';
import { startHostProcess } from './host-process.ts';
import type { HostFrame } from './protocol.ts';
import type { RecentPeak } from './recent-peak.ts';
import { createRecentPeak } from './recent-peak.ts';
import type { Sources } from './sources.ts';
import { createSources } from './sources.ts';

export interface Host {
  readonly process: HostProcess;
  readonly sources: Sources;
  readonly runIds: Set<number>;
  isReady: boolean;
  isWorn: boolean;
  isGone: boolean;
  served: number;
  /** MB that its runs may use by their limits. */
  readonly granted: RecentPeak;
  /** Bytes, before its first run. */
  startRss: number;
  /** Bytes, in its first quiet moment after a run. */
  quietRss: number | undefined;
  /** Bytes, from the last heartbeat. */
  rss: number;
  lastSeen: number;
}

export interface HostPairEvents {
  /** What it was sent before waits until now. */
  readonly onReady: (host: Host) => void;
  readonly onFrame: (host: Host, frame: HostFrame, payload: string | undefined) => void;
  readonly onLost: (host: Host, reason: string) => void;
}

export interface HostPair {
  /** The host for the next run, or why there is none. */
  current(): Host | { readonly reason: string };
  /** No new runs; ends once its runs have. */
  retire(host: Host, why: string): void;
  /** To be called when a run has left the host. */
  release(host: Host, runId: number): void;
  all(): Iterable<Host>;
  close(): Promise<void>;
}

/** A host grows by about 5 KB per run (8 MB in 1,500 isolates). */
const maxServed = 5000;
/**
 * How much more than at its start a host may hold with nothing to do. Measured: 53 MB at the start, 60 to 70 MB
 * after 600 runs, cells in advance included. More was big values or many runs at once, and the process does
 * not give it back. Replacing it costs a tenth of a second of processor time, in a quiet moment.
 */
const maxIdleGrowth = 22 * 1024 * 1024;
/** And how much more than in its first quiet moment. */
const maxQuietGrowth = 1.1;
/** How long a worn host may finish its other runs: a thread that cannot be stopped may be spinning in it. */
const wornGraceMs = 30_000;
/** Each may have a thread that spins. */
const maxWorn = 2;
/** An isolate is taken down in the background, V8 keeps its pages for a second more, and 200 take a while. */
const returnMs = 3000;
const maxFailedStarts = 3;
const retryStartMs = 2000;

export function createHostPair(
  location: HostLocation,
  logger: Logger,
  events: HostPairEvents,
): HostPair {
  const hosts = new Set<Host>();
  let active: Host | undefined;
  let spare: Host | undefined;
  let isClosed = false;
  let failedStarts = 0;
  let lastFailure = { at: 0, reason: '' };

  function start(): Host {
    const process = startHostProcess(location, logger, {
      onFrame(frame, payload) {
        host.lastSeen = performance.now();
        if (frame.t === 'ready') onReady(host, frame.rss);
        else if (frame.t === 'worn') retire(host, frame.why);
        else if (frame.t === 'idle') onIdle(host, frame.rss);
        else events.onFrame(host, frame, payload);
      },
      onExit(reason) {
        onExit(host, reason);
      },
    });
    const host: Host = {
      process,
      sources: createSources((frame) => {
        process.send(frame);
      }),
      runIds: new Set(),
      isReady: false,
      isWorn: false,
      isGone: false,
      served: 0,
      granted: createRecentPeak(returnMs),
      startRss: 0,
      quietRss: undefined,
      rss: 0,
      lastSeen: performance.now(),
    };
    hosts.add(host);
    return host;
  }

  function onReady(host: Host, rss: number): void {
    host.isReady = true;
    host.startRss = rss;
    failedStarts = 0;
    events.onReady(host);
    logger.log('debug', 'Sandbox host is ready', { pid: host.process.pid });
    // Not before: two starting at once would make the first run wait for both.
    if (!isClosed) spare ??= start();
  }

  /** In a quiet moment nobody waits for the new one. */
  function onIdle(host: Host, rss: number): void {
    host.rss = rss;
    const megabytes = Math.round(rss / 1024 / 1024);
    const facts = { pid: host.process.pid, served: host.served, megabytes };
    logger.log('debug', 'Sandbox host is idle', facts);
    if (host.served === 0 || host.runIds.size > 0) return;
    host.quietRss ??= rss;
    const most = Math.min(host.startRss + maxIdleGrowth, host.quietRss * maxQuietGrowth);
    if (rss > most) retire(host, `it holds ${megabytes} MB with nothing to do`);
  }

  function onExit(host: Host, reason: string): void {
    host.isGone = true;
    hosts.delete(host);
    if (!host.isReady) {
      failedStarts += 1;
      lastFailure = { at: performance.now(), reason };
    }
    if (!isClosed && !host.isWorn) {
      logger.log('warn', `Sandbox host ended (${reason}); a new one takes over`, {
        pid: host.process.pid,
        runs: host.runIds.size,
      });
    }
    if (spare === host) spare = undefined;
    if (active === host) takeOver();
    events.onLost(host, reason);
  }

  function takeOver(): void {
    active = spare;
    spare = undefined;
    if (isClosed || failedStarts >= maxFailedStarts) return;
    if (active === undefined) active = start();
    else if (active.isReady) spare = start();
  }

  function retire(host: Host, why: string): void {
    if (host.isWorn || host.isGone) return;
    host.isWorn = true;
    logger.log('info', `Sandbox host is replaced: ${why}`, { pid: host.process.pid });
    if (active === host) takeOver();
    if (host.runIds.size === 0) {
      host.process.kill();
      return;
    }
    const [oldest, ...others] = [...hosts].filter(({ isWorn, isGone }) => isWorn && !isGone);
    if (others.length >= maxWorn) oldest?.process.kill();
    setTimeout(() => {
      host.process.kill();
    }, wornGraceMs).unref();
  }

  active = start();

  return {
    current() {
      const isBarred =
        failedStarts >= maxFailedStarts && performance.now() - lastFailure.at < retryStartMs;
      if (active === undefined && !isBarred) active = start();
      return active ?? { reason: lastFailure.reason };
    },
    retire,
    release(host, runId) {
      if (!host.runIds.delete(runId) || host.runIds.size > 0 || host.isGone) return;
      if (host.isWorn) host.process.kill();
      else if (host.served > maxServed) retire(host, `it has served ${host.served} runs`);
    },
    all: () => hosts,
    async close() {
      isClosed = true;
      const leaving = [...hosts];
      for (const host of leaving) host.process.kill();
      await Promise.all(leaving.map((host) => host.process.exited));
    },
  };
}
