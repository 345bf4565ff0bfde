import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { chmod, chown, mkdir, open, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileState } from './inspect-file.ts';

/** The file is not what was read: whoever changed it is right, so start again from its new content. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

const temporaryForm = /^\.(.+)\.toolmesh-[0-9a-f]{8}\.tmp$/;
// Windows: scanners hold a fresh file open for a moment.
const busyCodes = ['EPERM', 'EBUSY', 'EACCES'];
const busyMs = 2000;

/**
 * Puts new bytes in place by a rename beside the resolved target. The last look at the old bytes and the rename happen
 * in one go, without another turn of the event loop between them.
 */
export async function replaceFile(state: FileState, bytes: Buffer): Promise<void> {
  if (state.isShared) {
    overwrite(state, bytes);
    return;
  }
  const folder = path.dirname(state.resolved);
  const name = `.${path.basename(state.resolved)}.toolmesh-${randomBytes(4).toString('hex')}.tmp`;
  const temporary = path.join(folder, name);
  try {
    const handle = await open(temporary, 'wx', state.mode);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(temporary, state.mode);
    if (state.owner !== undefined && process.getuid?.() === 0)
      await chown(temporary, state.owner.uid, state.owner.gid);
    await swap(temporary, state);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function swap(temporary: string, state: FileState): Promise<void> {
  const end = performance.now() + busyMs;
  for (;;) {
    expectUnchanged(state);
    try {
      renameSync(temporary, state.resolved);
      return;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (process.platform !== 'win32' || !busyCodes.includes(code) || performance.now() > end)
        throw error;
      await sleep(50);
    }
  }
}

function expectUnchanged({ resolved, bytes }: FileState): void {
  if (bytes === undefined ? existsSync(resolved) : !sameBytes(resolved, bytes))
    throw new ChangedMeanwhile();
}

function sameBytes(file: string, bytes: Buffer): boolean {
  try {
    return readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}

/** In place, for a file with several names. */
function overwrite(state: FileState, bytes: Buffer): void {
  const file = openSync(state.resolved, 'r+');
  try {
    expectUnchanged(state);
    writeSync(file, bytes, 0, bytes.length, 0);
    ftruncateSync(file, bytes.length);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes missing folders and returns those made, the outermost first. */
export async function makeFolders(folder: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  for (const one of missing) await mkdir(one, { mode: 0o700 });
  return missing;
}

/** Removes the file and the given folders as far as they are empty. */
export async function removeFile(state: FileState, folders: readonly string[]): Promise<void> {
  expectUnchanged(state);
  await rm(state.resolved, { force: true });
  for (const folder of [...folders].reverse()) await rmdir(folder).catch(() => undefined);
}

/** Temporary files of ours that a crash left beside the file. Only under the ledger's lock: then none is in use. */
export async function sweepTemporaries(file: string): Promise<void> {
  const folder = path.dirname(file);
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) {
    if (temporaryForm.exec(name)?.[1] === path.basename(file))
      await rm(path.join(folder, name), { force: true });
  }
}
