import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { describeEntry } from '../entry/describe-entry.ts';
import { entryFields, updateFields } from '../entry/entry-fields.ts';
import { isOurs } from '../entry/is-ours.ts';
import { decodeText } from '../files/decode-text.ts';
import { inspectFile } from '../files/inspect-file.ts';
import { readEntry, type Editing } from './edit-file.ts';

export type EntryLook =
  | { readonly state: 'absent' | 'current' | 'stale' }
  /** `starts` tells what it starts, and no key it may hold. */
  | { readonly state: 'foreign'; readonly starts: string };

/** What stands under our name, without the work of an edit. Throws a `Refusal` when the file can't be read. */
export async function lookAtEntry(editing: Editing): Promise<EntryLook> {
  const { shape, name, launch, ledger } = editing;
  // What can't be written may still hold our entry; only where there is none its bar matters.
  const bytes = await readFile(editing.file).catch(() => undefined);
  const entry = bytes === undefined ? undefined : readEntry(editing, decodeText(bytes).text).entry;
  if (entry === undefined) {
    await inspectFile(editing.file);
    return { state: 'absent' };
  }
  if (!isOurs(entry, launch, await ledger.written()))
    return { state: 'foreign', starts: describeEntry(entry) };
  const wanted = updateFields(shape, entryFields(shape, name, launch), entry as object);
  const found = entry as Readonly<Record<string, unknown>>;
  const isCurrent = wanted.every(([field, value]) => isDeepStrictEqual(found[field], value));
  return { state: isCurrent ? 'current' : 'stale' };
}
