import { isOurs } from '../entry/is-ours.ts';
import { decodeText, encodeText } from '../files/decode-text.ts';
import type { FileState } from '../files/inspect-file.ts';
import { hashOf, type LedgerRecord } from '../files/ledger.ts';
import { removeFile, replaceFile } from '../files/replace-file.ts';
import type { Fields } from '../formats/entry-format.ts';
import { decodeState, editFile, readEntry, type Editing, type EditOutcome } from './edit-file.ts';

export function removeEntry(editing: Editing): Promise<EditOutcome> {
  return editFile(editing, remove);
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
  const decoded = decodeState(state);
  const before = decoded.text;
  const reading = readEntry(editing, before);
  const replaced = await replacedEntry(editing, record);
  if (reading.entry === undefined && replaced === undefined) {
    await forget();
    return { outcome: 'absent', before, after: before, warnings: [] };
  }
  if (reading.entry !== undefined && !isOurs(reading.entry, launch, await ledger.written())) {
    await forget();
    const notice = `the entry "${name}" starts something else by now, so it was left as it is`;
    return { outcome: 'left', before, after: before, warnings: [notice] };
  }
  const { text, isEmpty } =
    reading.entry === undefined
      ? { text: before, isEmpty: false }
      : reading.remove(record?.mapBefore ?? { kind: 'filled' });
  const isGone = isEmpty && record?.createdFile === true;
  const after = replaced === undefined ? text : readEntry(editing, text).insert(replaced);
  if (!isDryRun) {
    if (isGone) await removeFile(state, record.createdFolders);
    else await replaceFile(state, encodeText({ ...decoded, text: after }));
    await forget();
  }
  const warnings =
    replaced === undefined ? [] : [`the entry "${name}" that ours had replaced is back`];
  return { outcome: 'removed', before, after: isGone ? undefined : after, warnings };
}

/** The identical original, when nobody has touched the file since. */
async function restore(
  { ledger, isDryRun }: Editing,
  state: FileState,
  record: LedgerRecord,
): Promise<EditOutcome | undefined> {
  const before = decodeState(state).text;
  if (record.before === null) {
    if (!isDryRun) await removeFile(state, record.createdFolders);
    return { outcome: 'restored', before, after: undefined, warnings: [] };
  }
  const original = await ledger.original(record.before);
  if (original === undefined) return undefined;
  if (!isDryRun) await replaceFile(state, original);
  return { outcome: 'restored', before, after: decodeText(original).text, warnings: [] };
}

/** Somebody else's entry that gave way to ours, as values: the file has changed, so its text has no place any more. */
async function replacedEntry(
  editing: Editing,
  record: LedgerRecord | undefined,
): Promise<Fields | undefined> {
  const original = await editing.ledger.original(record?.replaced);
  if (original === undefined) return undefined;
  const { entry } = readEntry(editing, decodeText(original).text);
  return typeof entry === 'object' && entry !== null ? Object.entries(entry) : undefined;
}
