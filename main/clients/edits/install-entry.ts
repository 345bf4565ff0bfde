import path from 'node:path';
import { entryFields, updateFields } from '../entry/entry-fields.ts';
import { commandLine, isOurs } from '../entry/is-ours.ts';
import { encodeText } from '../files/decode-text.ts';
import type { FileState } from '../files/inspect-file.ts';
import { hashOf, type LedgerRecord } from '../files/ledger.ts';
import { makeFolders, replaceFile } from '../files/replace-file.ts';
import type { Reading } from '../formats/entry-format.ts';
import { Refusal } from '../refusal.ts';
import type { Client } from '../registry/client-schema.ts';
import { decodeState, editFile, readEntry, type Editing, type EditOutcome } from './edit-file.ts';

type Install = 'installed' | 'updated' | 'replaced' | 'unchanged';

export function installEntry(editing: Editing): Promise<EditOutcome> {
  return editFile(editing, install);
}

async function install(editing: Editing, state: FileState): Promise<EditOutcome> {
  const { client, name, ledger } = editing;
  const decoded = decodeState(state);
  const reading = readEntry(editing, decoded.text);
  const warnings = [...hidden(client, name, reading)];
  const record = await ledger.find(editing.file, name);
  const before = state.bytes === undefined ? undefined : decoded.text;
  const { outcome, text } = await installed(editing, reading, before);
  const dropsBom = decoded.hasBom && client.bom === 'dropped';
  if (dropsBom)
    warnings.push(
      `${client.label} throws a file with a byte order mark away, so the mark is removed`,
    );
  if (outcome === 'unchanged' && !dropsBom) return { outcome, before, after: before, warnings };
  const bytes = encodeText({ text, hasBom: decoded.hasBom && !dropsBom });
  if (!editing.isDryRun)
    await write(
      editing,
      state,
      bytes,
      recordOf(editing, state, bytes, { record, reading, outcome }),
    );
  return { outcome, before, after: text, warnings };
}

async function installed(
  editing: Editing,
  reading: Reading,
  before: string | undefined,
): Promise<{ readonly outcome: Install; readonly text: string }> {
  const { client, shape, name, launch, ledger } = editing;
  const fields = entryFields(shape, name, launch);
  if (reading.entry === undefined) {
    if (before === undefined && !client.create)
      throw new Refusal('file-absent', 'it does not exist yet, and needs more in it than an entry');
    return { outcome: 'installed', text: reading.insert(fields) };
  }
  if (isOurs(reading.entry, launch, await ledger.written())) {
    const text = reading.update(updateFields(shape, fields, reading.entry as object));
    return { outcome: text === before ? 'unchanged' : 'updated', text };
  }
  if (!editing.isReplacing)
    throw new Refusal(
      'same-name-not-ours',
      `it has an entry "${name}" that starts something else; install under another name, or replace that one`,
    );
  if (typeof reading.entry !== 'object')
    throw new Refusal('wrong-type', `"${name}" is no entry there, so it can't be replaced`);
  const { text } = reading.remove({ kind: 'filled' });
  return { outcome: 'replaced', text: readEntry(editing, text).insert(fields) };
}

interface Past {
  readonly record: LedgerRecord | undefined;
  readonly reading: Reading;
  readonly outcome: Install;
}

/** An update of our untouched entry keeps the way back to what was before us; other updates have none. */
function recordOf(
  { client, name, file, now }: Editing,
  state: FileState,
  bytes: Buffer,
  { record, reading, outcome }: Past,
): LedgerRecord {
  const own = { client: client.id, name, file, after: hashOf(bytes), installedAt: now() };
  const hash = state.bytes === undefined ? null : hashOf(state.bytes);
  const replaced = outcome === 'replaced' ? (hash ?? undefined) : record?.replaced;
  const kept = replaced === undefined ? {} : { replaced };
  if (outcome === 'replaced' || outcome === 'installed') {
    // An entry that came back after ours had replaced another: the bytes without both are not what was there.
    const isExact = outcome === 'replaced' || replaced === undefined;
    return {
      ...own,
      ...kept,
      ...(isExact ? { before: hash } : {}),
      mapBefore: reading.mapBefore,
      createdFile: hash === null,
      createdFolders: [],
    };
  }
  const {
    mapBefore = { kind: 'filled' as const },
    createdFile = false,
    createdFolders = [],
  } = record ?? {};
  const before = record?.after === hash ? record.before : undefined;
  return {
    ...own,
    ...kept,
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
  const isOriginal = state.bytes !== undefined && hashOf(state.bytes) === record.before;
  await ledger.remember(
    { ...record, createdFolders: [...record.createdFolders, ...made] },
    isOriginal ? state.bytes : undefined,
    commandLine(launch),
  );
  await replaceFile(state, bytes);
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
