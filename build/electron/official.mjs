// The Electron that the `electron` package downloads on its first start.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { withLock } from '../lock.mjs';

const packageFolder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const stalledAfterMs = 20_000;
const retryAfterMs = 24 * 60 * 60 * 1000;

/** The installed binary, or undefined when it was not downloaded yet. */
export function installedElectron() {
  const pathFile = path.join(packageFolder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const binary = path.join(packageFolder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}

/** A network without the download server would cost every start a timeout; a failure holds for a day. */
export function downloadElectron(cache) {
  return withLock(path.join(cache, 'official.lock'), async () => {
    const failure = path.join(cache, 'official-download-failed');
    const isRecent = existsSync(failure) && Date.now() - statSync(failure).mtimeMs < retryAfterMs;
    if (isRecent || installedElectron() !== undefined) return installedElectron();
    const reason = await runInstaller(cache);
    if (installedElectron() === undefined) writeFileSync(failure, `${reason}\n`);
    else rmSync(failure, { force: true });
    return installedElectron();
  });
}

/** Ends the download when no byte has come for a while; a slow one may take as long as it needs. */
function runInstaller(cache) {
  const temporary = mkdtempSync(path.join(cache, 'download-'));
  const child = spawn(process.execPath, [path.join(packageFolder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  let seen = 0;
  let movedAt = Date.now();
  const watch = setInterval(() => {
    const size = sizeOf(temporary);
    if (size !== seen) movedAt = Date.now();
    seen = size;
    if (Date.now() - movedAt > stalledAfterMs) child.kill('SIGKILL');
  }, 500);
  return new Promise((resolve) => {
    const done = (reason) => {
      clearInterval(watch);
      rmSync(temporary, { recursive: true, force: true });
      resolve(reason);
    };
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) =>
      done(signal ? 'the download stalled' : (stderr.split('\n')[0] ?? `exit code ${code}`)),
    );
  });
}

/** A file may go away while it is measured. */
function sizeOf(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
  } catch {
    return 0;
  }
}
