import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../refusal.ts';

export interface LockTimes {
  /** How long to wait for a fresh lock of somebody else, milliseconds. */
  readonly waitMs: number;
  /** Older than this a lock is left over; proper-lockfile's rule, which Claude Code and Cline follow. */
  readonly staleMs: number;
}

const lockTimes: LockTimes = { waitMs: 5000, staleMs: 10_000 };

/** Runs under a lock folder, the convention of proper-lockfile: making a folder either succeeds or does not. */
export async function withLockFolder<T>(
  folder: string,
  run: () => Promise<T>,
  { waitMs, staleMs }: LockTimes = lockTimes,
): Promise<T> {
  const end = performance.now() + waitMs;
  while (!(await take(folder))) {
    if (await isStale(folder, staleMs)) {
      // Moved away first: of two waiters only one can. The folder may be filled, Cline's is.
      const aside = `${folder}.${process.pid}.stale`;
      await rename(folder, aside).then(
        () => rm(aside, { recursive: true, force: true }),
        () => undefined,
      );
    } else if (performance.now() > end) {
      throw new Refusal('locked', `another program holds ${folder}; try again when it is done`);
    } else {
      await sleep(25);
    }
  }
  const refresh = setInterval(() => {
    const now = new Date();
    utimes(folder, now, now).catch(() => undefined);
  }, staleMs / 4);
  try {
    return await run();
  } finally {
    clearInterval(refresh);
    await rm(folder, { recursive: true, force: true });
  }
}

async function take(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isStale(folder: string, staleMs: number): Promise<boolean> {
  return stat(folder).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > staleMs,
    () => false,
  );
}
