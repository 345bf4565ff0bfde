// Installs into one file of one client, and takes out again. Everything that is decided here is decided on what was
// just read; when the file changes meanwhile, the whole is done again.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Launch } from './entry/launcher.ts';
import { entryFields, updateFields } from './entry/entry-fields.ts';
import { commandLine, isOurs } from './entry/is-ours.ts';
import { decodeText, encodeText, type DecodedText } from './files/decode-text.ts';
import { inspectFile, type FileState } from './files/inspect-file.ts';
import { hashOf, type Ledger, type LedgerRecord } from './files/ledger.ts';
import { withLockFolder } from './files/lock.ts';
import {
  ChangedMeanwhile,
  makeFolders,
  removeFile,
  replaceFile,
  sweepTemporaries,
} from './files/replace-file.ts';
import type { EntryPlace, Reading } from './formats/entry-format.ts';
import { formatOf, type FormatName } from './formats/format-of.ts';
import { Refusal } from './refusal.ts';
import type { Client, EntryShape } from './registry/client-schema.ts';

export interface Editing {
  readonly client: Client & { readonly format: FormatName };
  readonly shape: EntryShape;
  readonly file: string;
  readonly name: string;
  readonly launch: Launch;
  readonly ledger: Ledger;
  /** Nothing is written; the outcome tells what would be. */
  readonly isDryRun: boolean;
  readonly now: () => number;
}

export interface EditOutcome {
  readonly outcome:
    'installed' | 'updated' | 'unchanged' | 'removed' | 'restored' | 'absent' | 'left';
  /** Undefined for a file that does not exist. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly warnings: readonly string[];
}

const attempts = 5;

export function installEntry(editing: Editing): Promise<EditOutcome> {
  return edited(editing, install);
}

export function removeEntry(editing: Editing): Promise<EditOutcome> {
  return edited(editing, remove);
}

export type EntryState = 'absent' | 'current' | 'stale' | 'foreign';

/** What stands under our name, without the work of an edit. Throws a `Refusal` when the file can't be read. */
export async function lookAtEntry(editing: Editing): Promise<EntryState> {
  const { shape, name, launch, ledger } = editing;
  // What can't be written may still hold our entry; only where there is none its bar matters.
  const bytes = await readFile(editing.file).catch(() => undefined);
  if (bytes === undefined) {
    await inspectFile(editing.file);
    return 'absent';
  }
  const { entry } = read(editing, decodeText(bytes).text);
  if (entry === undefined) {
    await inspectFile(editing.file);
    return 'absent';
  }
  if (!isOurs(entry, launch, await ledger.written())) return 'foreign';
  const wanted = updateFields(shape, entryFields(shape, name, launch), entry as object);
  const found = entry as Readonly<Record<string, unknown>>;
  const isCurrent = wanted.every(([field, value]) => isDeepStrictEqual(found[field], value));
  return isCurrent ? 'current' : 'stale';
}

async function edited(
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

async function install(editing: Editing, state: FileState): Promise<EditOutcome> {
  const { client, shape, name, launch, ledger } = editing;
  const decoded = decodedState(state);
  const reading = read(editing, decoded.text);
  const warnings = [...hidden(client, name, reading)];
  const record = await ledger.find(editing.file, name);
  const fields = entryFields(shape, name, launch);
  const before = state.bytes === undefined ? undefined : decoded.text;
  let text: string;
  let outcome: EditOutcome['outcome'] = 'installed';
  if (reading.entry === undefined) {
    if (state.bytes === undefined && !client.create)
      throw new Refusal('file-absent', 'it does not exist yet, and needs more in it than an entry');
    text = reading.insert(fields);
  } else if (isOurs(reading.entry, launch, await ledger.written())) {
    text = reading.update(updateFields(shape, fields, reading.entry as object));
    outcome = text === decoded.text ? 'unchanged' : 'updated';
  } else {
    throw new Refusal(
      'same-name-not-ours',
      `it has an entry "${name}" that starts something else; rename or remove that one first`,
    );
  }
  const dropsBom = decoded.hasBom && client.bom === 'dropped';
  if (dropsBom)
    warnings.push(
      `${client.label} throws a file with a byte order mark away, so the mark is removed`,
    );
  if (outcome === 'unchanged' && !dropsBom) return { outcome, before, after: before, warnings };
  const bytes = encodeText({ text, hasBom: decoded.hasBom && !dropsBom });
  if (!editing.isDryRun) {
    const isNew = outcome === 'installed';
    await write(editing, state, bytes, recordOf(editing, state, bytes, { record, reading, isNew }));
  }
  return { outcome, before, after: text, warnings };
}

interface Past {
  readonly record: LedgerRecord | undefined;
  readonly reading: Reading;
  readonly isNew: boolean;
}

/** An update of our untouched entry keeps the way back to what was before us; other updates have none. */
function recordOf(
  { client, name, file, now }: Editing,
  state: FileState,
  bytes: Buffer,
  { record, reading, isNew }: Past,
): LedgerRecord {
  const own = { client: client.id, name, file, after: hashOf(bytes), installedAt: now() };
  if (isNew)
    return {
      ...own,
      before: state.bytes === undefined ? null : hashOf(state.bytes),
      mapBefore: reading.mapBefore,
      createdFile: state.bytes === undefined,
      createdFolders: [],
    };
  const {
    mapBefore = { kind: 'filled' as const },
    createdFile = false,
    createdFolders = [],
  } = record ?? {};
  const isUntouched =
    record !== undefined && state.bytes !== undefined && record.after === hashOf(state.bytes);
  const before = isUntouched ? record.before : undefined;
  return {
    ...own,
    ...(before === undefined ? {} : { before }),
    mapBefore,
    createdFile,
    createdFolders,
  };
}

async function write(
  { file, ledger, launch }: Editing,
  state: FileState,
  bytes: Buffer,
  record: LedgerRecord,
): Promise<void> {
  const made = state.bytes === undefined ? await makeFolders(path.dirname(file)) : [];
  const original = record.before === undefined || record.before === null ? undefined : state.bytes;
  const isFresh = original !== undefined && hashOf(original) === record.before;
  await ledger.remember(
    { ...record, createdFolders: [...record.createdFolders, ...made] },
    isFresh ? original : undefined,
    commandLine(launch),
  );
  await replaceFile(state, bytes);
}

async function remove(editing: Editing, state: FileState): Promise<EditOutcome> {
  const { name, launch, ledger, isDryRun } = editing;
  const record = await ledger.find(editing.file, name);
  const forget = async (): Promise<void> => {
    if (!isDryRun && record !== undefined) await ledger.forget(editing.file, name);
  };
  if (state.bytes === undefined) {
    await forget();
    return { outcome: 'absent', before: undefined, after: undefined, warnings: [] };
  }
  if (record?.before !== undefined && record.after === hashOf(state.bytes)) {
    const restored = await restore(editing, state, record);
    if (restored !== undefined) {
      await forget();
      return restored;
    }
  }
  const decoded = decodedState(state);
  const before = decoded.text;
  const reading = read(editing, before);
  if (reading.entry === undefined) {
    await forget();
    return { outcome: 'absent', before, after: before, warnings: [] };
  }
  if (!isOurs(reading.entry, launch, await ledger.written())) {
    await forget();
    const notice = `the entry "${name}" starts something else by now, so it was left as it is`;
    return { outcome: 'left', before, after: before, warnings: [notice] };
  }
  const { text, isEmpty } = reading.remove(record?.mapBefore ?? { kind: 'filled' });
  const isGone = isEmpty && record?.createdFile === true;
  if (!isDryRun) {
    if (isGone) await removeFile(state, record.createdFolders);
    else await replaceFile(state, encodeText({ ...decoded, text }));
    await forget();
  }
  return { outcome: 'removed', before, after: isGone ? undefined : text, warnings: [] };
}

/** The identical original, when nobody has touched the file since. */
async function restore(
  { ledger, isDryRun }: Editing,
  state: FileState,
  record: LedgerRecord,
): Promise<EditOutcome | undefined> {
  const before = decodedState(state).text;
  if (record.before === null) {
    if (!isDryRun) await removeFile(state, record.createdFolders);
    return { outcome: 'restored', before, after: undefined, warnings: [] };
  }
  const original = await ledger.original(record);
  if (original === undefined) return undefined;
  if (!isDryRun) await replaceFile(state, original);
  return { outcome: 'restored', before, after: decodeText(original).text, warnings: [] };
}

function decodedState({ bytes }: FileState): DecodedText {
  return bytes === undefined ? { text: '', hasBom: false } : decodeText(bytes);
}

function placeOf({ client, shape, name }: Pick<Editing, 'client' | 'shape' | 'name'>): EntryPlace {
  return { key: client.key, name, isList: shape.isList };
}

function read(editing: Editing, text: string): Reading {
  return formatOf(editing.client.format).read(text, placeOf(editing));
}

/** The client has lists of its own that can switch an entry off; they are the user's, so they are only named. */
function hidden({ hides, label }: Client, name: string, reading: Reading): readonly string[] {
  return hides.flatMap(({ path: where, as }) => {
    const list = reading.lookUp(where);
    if (!Array.isArray(list) || list.includes(name) === (as === 'allow')) return [];
    const place = where.join('.');
    return as === 'allow'
      ? [`${label} starts only what ${place} lists: add "${name}" there`]
      : [`${label} does not start what ${place} lists: take "${name}" out there`];
  });
}
