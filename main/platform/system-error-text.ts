// What the operating system says about files, in words: users fill disks and mount homes read-only.

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and try again',
  EDQUOT: 'your share of the disk is used up; free some space and try again',
  EROFS:
    'the file system is read-only; make it writable, or set TOOLMESH_HOME and TOOLMESH_DATA to folders that are',
  EACCES: 'it may not be opened; look at its owner and mode',
  EPERM: 'the system does not permit it; look at its owner and mode',
  EMFILE: 'too many files are open; raise the limit (ulimit -n)',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long for the file system; choose a shorter one',
  EISDIR: 'it is a folder, not a file',
};

/** `/home/a/x.yaml: the disk is full; …`; undefined for what is no error of the file system, or not known here. */
export function systemErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  // Node 20 reports a folder that cannot be made on a read-only file system as one whose parent is missing.
  const reason =
    code === 'ENOENT' && syscall === 'mkdir'
      ? 'it cannot be made; make sure that its parent exists and is writable, or set TOOLMESH_HOME and TOOLMESH_DATA'
      : reasons[code];
  if (reason === undefined) return undefined;
  const where = dest ?? path;
  return where === undefined ? sentence(reason) : `${where}: ${reason}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Any thrown value in words: what the system refused as a person would say it, else its own message. */
export function errorText(thrown: unknown): string {
  return systemErrorText(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
