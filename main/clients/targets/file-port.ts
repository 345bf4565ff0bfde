import { readdir, readFile, stat } from 'node:fs/promises';

/** The little of a file system that finding a client needs. Never throws. */
export interface FilePort {
  kind(path: string): Promise<'file' | 'folder' | 'absent'>;
  /** Names in a folder, in name order; empty when it is none. */
  list(folder: string): Promise<readonly string[]>;
  readText(file: string): Promise<string | undefined>;
}

export const realFiles: FilePort = {
  kind: (path) =>
    stat(path).then(
      (found) => (found.isDirectory() ? 'folder' : 'file'),
      () => 'absent' as const,
    ),
  list: (folder) =>
    readdir(folder).then(
      (names) => names.sort(),
      () => [],
    ),
  readText: (file) => readFile(file, 'utf8').catch(() => undefined),
};
