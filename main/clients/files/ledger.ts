// What we did to which file, so that it can be undone exactly. Original bytes hold other programs' secrets: mode 0600,
// and gone as soon as they are no longer needed.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';
import { withLockFolder } from './lock.ts';

const recordSchema = z.strictObject({
  client: z.string(),
  name: z.string(),
  file: z.string(),
  /** Hash of the bytes that an exact removal puts back; null: there was no file. Absent: it can't be exact. */
  before: z.string().nullable().optional(),
  /** Hash of the bytes that hold somebody else's entry, which ours replaced. */
  replaced: z.string().optional(),
  /** Hash of what we wrote last. */
  after: z.string(),
  mapBefore: z.union([
    z.strictObject({ kind: z.literal('filled') }),
    z.strictObject({ kind: z.literal('absent'), parent: z.string().optional() }),
    z.strictObject({ kind: z.literal('token'), text: z.string() }),
  ]),
  createdFile: z.boolean(),
  createdFolders: z.array(z.string()),
  /** Epoch milliseconds of the last install. */
  installedAt: z.number(),
});
export type LedgerRecord = z.infer<typeof recordSchema>;

const ledgerSchema = z.strictObject({
  version: z.literal(1),
  records: z.array(recordSchema),
  /** Every command line ever written, to know old entries again after the app has moved. */
  written: z.array(z.string()),
});
type LedgerData = z.infer<typeof ledgerSchema>;

// Only we take it, so a crashed installer's lock may be taken over before the wait is over.
const ledgerLockTimes = { waitMs: 8000, staleMs: 4000 };

export class Ledger {
  readonly #folder: string;

  /** The folder is made when there is something to remember. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** One installer at a time, over all processes. */
  async locked<T>(run: () => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return withLockFolder(path.join(this.#folder, 'ledger.lock'), run, ledgerLockTimes);
  }

  async records(): Promise<readonly LedgerRecord[]> {
    return (await this.#load()).records;
  }

  async written(): Promise<readonly string[]> {
    return (await this.#load()).written;
  }

  async find(file: string, name: string): Promise<LedgerRecord | undefined> {
    return (await this.records()).find((record) => record.file === file && record.name === name);
  }

  /** Whatever name the entry has there. */
  async ofClient(client: string, file: string): Promise<LedgerRecord | undefined> {
    return (await this.records()).find((one) => one.client === client && one.file === file);
  }

  /** Before the client's file is written: a crash in between leaves a record that fits nothing, which is harmless. */
  async remember(
    record: LedgerRecord,
    original: Buffer | undefined,
    commandLine: string,
  ): Promise<void> {
    if (original !== undefined) {
      const file = this.#originalFile(hashOf(original));
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, original, { mode: 0o600 });
    }
    await this.#change((data) => ({
      ...data,
      records: [...data.records.filter((one) => !isSame(one, record)), record],
      written: [...new Set([...data.written, commandLine])],
    }));
  }

  async forget(file: string, name: string): Promise<void> {
    await this.#change((data) => ({
      ...data,
      records: data.records.filter((one) => !isSame(one, { file, name })),
    }));
  }

  /** Undefined when they are gone or no longer what was kept. */
  async original(hash: string | undefined): Promise<Buffer | undefined> {
    if (hash === undefined) return undefined;
    const bytes = await readFile(this.#originalFile(hash)).catch(() => undefined);
    return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined;
  }

  async #change(edit: (data: LedgerData) => LedgerData): Promise<void> {
    const old = await this.#load();
    const fresh = edit(old);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFileAtomic(this.#file, `${JSON.stringify(fresh, null, 2)}\n`, 0o600);
    const kept = fresh.records.flatMap(originalsOf);
    for (const hash of old.records.flatMap(originalsOf))
      if (!kept.includes(hash)) await rm(this.#originalFile(hash), { force: true });
  }

  async #load(): Promise<LedgerData> {
    const text = await readFile(this.#file, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return undefined;
    });
    if (text === undefined) return { version: 1, records: [], written: [] };
    return ledgerSchema.parse(JSON.parse(text));
  }

  get #file(): string {
    return path.join(this.#folder, 'ledger.json');
  }

  #originalFile(hash: string): string {
    return path.join(this.#folder, 'originals', hash);
  }
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function originalsOf({ before, replaced }: LedgerRecord): readonly string[] {
  return [before, replaced].filter((hash) => typeof hash === 'string');
}

function isSame(
  left: { file: string; name: string },
  right: { file: string; name: string },
): boolean {
  return left.file === right.file && left.name === right.name;
}
