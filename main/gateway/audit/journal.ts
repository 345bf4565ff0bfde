// An answered call must have its record even after kill -9. A row in SQLite costs milliseconds, a write()
// to a file in the page cache some microseconds and survives the process: so records go to a journal
// first, and the journal's closed segments are the hand-over to the database.
import { closeSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { AuditRecord, CallCount } from './audit-record.ts';

const segmentName = /^journal-\d{13}-\d{6}\.jsonl$/;

export class Journal {
  readonly #folder: string;
  readonly #now: () => number;
  #segment: { readonly file: string; readonly fd: number } | undefined;
  #count = 0;

  constructor(folder: string, now: () => number) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#now = now;
  }

  /** Returns when the record would survive the process. */
  append(record: AuditRecord | { readonly count: CallCount }): void {
    this.#segment ??= this.#open();
    writeSync(this.#segment.fd, `${JSON.stringify(record)}\n`);
  }

  /** Ends the current segment and returns its file; `undefined` when nothing was written. */
  rotate(): string | undefined {
    const segment = this.#segment;
    if (segment === undefined) return undefined;
    closeSync(segment.fd);
    this.#segment = undefined;
    return segment.file;
  }

  #open(): { readonly file: string; readonly fd: number } {
    this.#count += 1;
    const name = `journal-${String(this.#now()).padStart(13, '0')}-${String(this.#count % 1_000_000).padStart(6, '0')}.jsonl`;
    const file = path.join(this.#folder, name);
    return { file, fd: openSync(file, 'a', 0o600) };
  }
}

/** Segments that an earlier run left, oldest first. To be asked before this run writes one of its own. */
export function leftoverSegments(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => segmentName.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}
