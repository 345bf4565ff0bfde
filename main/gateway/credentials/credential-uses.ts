// How often each credential was handed out, and when last: a key that nothing uses can go. Names only.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { coalesce } from '../../platform/emitter.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';

const use = z.strictObject({ count: z.int(), lastAt: z.number() });
const usesFile = z.strictObject({ uses: z.record(z.string(), use) });

export interface CredentialUse {
  readonly count: number;
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

// A busy key is handed out hundreds of times a second; a crash may cost this much of the count.
const writeMs = 5000;

export class CredentialUses {
  readonly #file: string;
  readonly #now: () => number;
  readonly #fresh = new Map<string, CredentialUse>();
  readonly #writeSoon = coalesce(() => void this.flush(), writeMs);
  #last: Promise<void> = Promise.resolve();

  constructor(file: string, now: () => number) {
    this.#file = file;
    this.#now = now;
  }

  used(name: string): void {
    const count = (this.#fresh.get(name)?.count ?? 0) + 1;
    this.#fresh.set(name, { count, lastAt: this.#now() });
    this.#writeSoon();
  }

  async all(): Promise<ReadonlyMap<string, CredentialUse>> {
    return merge(await this.#read(), this.#fresh);
  }

  /** A credential has another name now; its count goes with it. */
  async rename(from: string, to: string): Promise<void> {
    await this.flush();
    await this.#change((uses) => {
      const moved = uses.get(from);
      if (moved === undefined) return uses;
      const rest = new Map([...uses].filter(([name]) => name !== from));
      return merge(rest, new Map([[to, moved]]));
    });
  }

  /** A count is no reason to fail: what cannot be written is counted on. */
  flush(): Promise<void> {
    this.#writeSoon.cancel();
    this.#last = this.#last.then(async () => {
      if (this.#fresh.size === 0) return;
      const added = new Map(this.#fresh);
      this.#fresh.clear();
      try {
        await this.#write(merge(await this.#read(), added));
      } catch {
        for (const [name, kept] of merge(added, this.#fresh)) this.#fresh.set(name, kept);
      }
    });
    return this.#last;
  }

  #change(
    edit: (uses: ReadonlyMap<string, CredentialUse>) => ReadonlyMap<string, CredentialUse>,
  ): Promise<void> {
    this.#last = this.#last.then(async () => {
      await this.#write(edit(await this.#read())).catch(() => undefined);
    });
    return this.#last;
  }

  async #write(all: ReadonlyMap<string, CredentialUse>): Promise<void> {
    const uses = Object.fromEntries(all);
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(this.#file, `${JSON.stringify({ uses }, null, 2)}\n`, 0o600);
  }

  async #read(): Promise<ReadonlyMap<string, CredentialUse>> {
    const text = await readFile(this.#file, 'utf8').catch(() => '{"uses":{}}');
    try {
      return new Map(Object.entries(usesFile.parse(JSON.parse(text)).uses));
    } catch {
      return new Map();
    }
  }
}

function merge(
  before: ReadonlyMap<string, CredentialUse>,
  added: ReadonlyMap<string, CredentialUse>,
): ReadonlyMap<string, CredentialUse> {
  const merged = new Map(before);
  for (const [name, { count, lastAt }] of added)
    merged.set(name, { count: (before.get(name)?.count ?? 0) + count, lastAt });
  return merged;
}
