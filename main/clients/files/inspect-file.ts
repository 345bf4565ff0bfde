import { constants } from 'node:fs';
import { access, lstat, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../refusal.ts';

export interface FileState {
  /** Where the bytes are, behind any links. */
  readonly resolved: string;
  /** Undefined when there is no file. */
  readonly bytes: Buffer | undefined;
  readonly mode: number;
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  /** It has other names; a rename would part them. */
  readonly isShared: boolean;
}

/** Looks before anything is written: what must not be touched is refused here. */
export async function inspectFile(file: string): Promise<FileState> {
  const link = await lstat(file).catch(ignoreAbsent);
  if (link === undefined) {
    const parent = await existingParent(file);
    await expectWritableFolder(parent);
    return { resolved: file, bytes: undefined, mode: 0o600, owner: undefined, isShared: false };
  }
  const resolved = await realpath(file).catch(() => {
    throw new Refusal('dangling-link', 'it is a link that leads nowhere');
  });
  const found = await stat(resolved);
  if (!found.isFile()) throw new Refusal('not-a-file', 'something else than a file has that name');
  // The bits decide, not access(): for root everything is writable.
  const isReadOnly = (found.mode & 0o200) === 0;
  if (isReadOnly || !(await isWritable(resolved)))
    throw new Refusal('read-only', `it is read-only (mode ${(found.mode & 0o777).toString(8)})`);
  await expectWritableFolder(path.dirname(resolved), link.isSymbolicLink());
  return {
    resolved,
    bytes: await readFile(resolved),
    mode: found.mode & 0o7777,
    owner: { uid: found.uid, gid: found.gid },
    isShared: found.nlink > 1,
  };
}

async function expectWritableFolder(folder: string, isLinked = false): Promise<void> {
  const { mode } = await stat(folder);
  const isClosed = process.platform !== 'win32' && (mode & 0o200) === 0;
  if (!isClosed && (await isWritable(folder))) return;
  const hint = isLinked ? '; another tool manages this file, so add the entry there' : '';
  throw new Refusal('read-only', `its folder ${folder} is read-only${hint}`);
}

function isWritable(target: string): Promise<boolean> {
  return access(target, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function existingParent(file: string): Promise<string> {
  const folder = path.dirname(file);
  const found = await stat(folder).catch(ignoreAbsent);
  if (found === undefined) return existingParent(folder);
  if (!found.isDirectory()) throw new Refusal('not-a-file', `${folder} is not a folder`);
  return folder;
}

function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
