// One edit of one file of one client. Everything that is decided is decided on what was just read; when the file
// changes meanwhile, the whole is done again.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../entry/launcher.ts';
import { decodeText, type DecodedText } from '../files/decode-text.ts';
import { inspectFile, type FileState } from '../files/inspect-file.ts';
import type { Ledger } from '../files/ledger.ts';
import { withLockFolder } from '../files/lock.ts';
import { ChangedMeanwhile, sweepTemporaries } from '../files/replace-file.ts';
import type { Reading } from '../formats/entry-format.ts';
import { formatOf, type FormatName } from '../formats/format-of.ts';
import { Refusal } from '../refusal.ts';
import type { Client, EntryShape } from '../registry/client-schema.ts';

export interface Editing {
  readonly client: Client & { readonly format: FormatName };
  readonly shape: EntryShape;
  readonly file: string;
  readonly name: string;
  readonly launch: Launch;
  readonly ledger: Ledger;
  /** Nothing is written; the outcome tells what would be. */
  readonly isDryRun: boolean;
  /** The user has agreed that somebody else's entry of this name gives way. */
  readonly isReplacing: boolean;
  readonly now: () => number;
}

export interface EditOutcome {
  readonly outcome:
    'installed' | 'updated' | 'replaced' | 'unchanged' | 'removed' | 'restored' | 'absent' | 'left';
  /** Undefined for a file that does not exist. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly warnings: readonly string[];
}

const attempts = 5;

export async function editFile(
  editing: Editing,
  edit: (editing: Editing, state: FileState) => Promise<EditOutcome>,
): Promise<EditOutcome> {
  const once = async (): Promise<EditOutcome> => edit(editing, await inspectFile(editing.file));
  if (editing.isDryRun) return once();
  // Refused before a lock is taken beside it.
  await inspectFile(editing.file);
  await sweepTemporaries(editing.file);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const lock = editing.client.lock && existsSync(path.dirname(editing.file));
      return await (lock ? withLockFolder(`${editing.file}.lock`, once) : once());
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      if (attempt === attempts)
        throw new Refusal('file-changes', 'another program keeps changing it; quit that one first');
    }
  }
}

export function decodeState({ bytes }: FileState): DecodedText {
  return bytes === undefined ? { text: '', hasBom: false } : decodeText(bytes);
}

export function readEntry(
  { client, shape, name }: Pick<Editing, 'client' | 'shape' | 'name'>,
  text: string,
): Reading {
  return formatOf(client.format).read(text, { key: client.key, name, isList: shape.isList });
}
