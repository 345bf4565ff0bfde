import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileFacts, FileStore, KeptFile, StoredFile } from './file-store.ts';

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/json': '.json',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/svg+xml': '.svg',
  'text/plain': '.txt',
  'text/csv': '.csv',
  'text/html': '.html',
  'audio/mpeg': '.mp3',
  'video/mp4': '.mp4',
};
// The name holds the end of the file's life, so that a later run finds what to remove.
const namePattern = /^tmf-([0-9a-f-]{36})-(\d{10,16})(\.[a-z0-9]+)?$/;

/** Files of one folder of the user's own. The client runs on the same machine: a file URL reaches it. */
export class DiskFileStore implements FileStore {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  async put(bytes: Buffer, { contentType, ttlMs }: FileFacts): Promise<StoredFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#sweep();
    const expires = Math.ceil(this.#now() + ttlMs);
    const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
    const id = `tmf-${randomUUID()}-${expires}${extensions[type] ?? ''}`;
    const file = path.join(this.#folder, id);
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    return { id, url: pathToFileURL(file).href, expires: new Date(expires) };
  }

  async read(handle: string): Promise<KeptFile | undefined> {
    const prefix = `${pathToFileURL(this.#folder).href}/`;
    const name = handle.startsWith(prefix) ? handle.slice(prefix.length) : handle;
    const found = namePattern.exec(name);
    if (found === null || Number(found[2]) <= this.#now()) return undefined;
    const bytes = await readFile(path.join(this.#folder, name)).catch(() => undefined);
    const type = Object.entries(extensions).find(([, ending]) => ending === found[3])?.[0];
    return bytes && { bytes, contentType: type ?? 'application/octet-stream', name };
  }

  async #sweep(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const found = namePattern.exec(name);
      if (found !== null && Number(found[2]) <= this.#now())
        await rm(path.join(this.#folder, name), { force: true });
    }
  }
}
