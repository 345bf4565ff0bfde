import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const staleMs = 10_000;

/**
 * Waits for the lock and holds it until the returned function is called. A lock whose holder was killed
 * is taken over after ten seconds; a living holder keeps it young.
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const age = await stat(file).then(
      (found) => Date.now() - found.mtimeMs,
      () => 0,
    );
    if (age > staleMs) await rm(file, { force: true });
    else await sleep(50);
  }
  const keep = setInterval(() => {
    const now = new Date();
    void utimes(file, now, now).catch(() => undefined);
  }, staleMs / 4);
  keep.unref();
  return () => {
    clearInterval(keep);
    return rm(file, { force: true });
  };
}
