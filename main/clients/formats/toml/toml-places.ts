// In how many ways one TOML entry can be spelled, and where its parts lie then.
import { readInline, readTables, type TomlPair, type TomlTable } from './toml-reader.ts';

/** A pair of the entry: its name there and its spans. */
interface EntryPair extends TomlPair {
  readonly name: string;
  readonly isInline: boolean;
}

export interface EntryParts {
  /** Tables that are ours as a whole: `[map.name]`, `[map.name.env]`, `[[map]]` with our name. */
  readonly tables: readonly TomlTable[];
  /** Pairs of other tables that define it: `name = { … }`, `name.command = …`. */
  readonly pairs: readonly TomlPair[];
  /** The inline list or table that holds it among others, and its part there. */
  readonly inline: { readonly holder: TomlPair; readonly part: TomlPair } | undefined;
  /** The values a caller can change. */
  readonly fields: readonly EntryPair[];
}

const startsWith = (path: readonly string[], head: readonly string[]): boolean =>
  head.every((name, index) => path[index] === name);

export function tablesOf(text: string): readonly TomlTable[] {
  return readTables(text);
}

/** The pair that holds the whole map as an inline value, when it is written so. */
export function inlineMap(
  tables: readonly TomlTable[],
  key: readonly string[],
): TomlPair | undefined {
  return tables
    .flatMap((table) => table.pairs.map((pair) => ({ pair, path: [...table.path, ...pair.keys] })))
    .find(({ path }) => path.length === key.length && startsWith(path, key))?.pair;
}

export function mapEntry(text: string, key: readonly string[], name: string): EntryParts {
  const all = readTables(text);
  const path = [...key, name];
  const holder = inlineMap(all, key);
  if (holder !== undefined) {
    const part = readInline(text, holder.valueStart).find((one) => one.keys[0] === name);
    if (part === undefined) return none;
    return { ...none, inline: { holder, part }, fields: fieldsBelow(text, part, 1) };
  }
  const tables = all.filter(
    (table) => table.path.length >= path.length && startsWith(table.path, path),
  );
  const pairs = all
    .filter((table) => !tables.includes(table))
    .flatMap((table) => table.pairs.map((pair) => ({ pair, full: [...table.path, ...pair.keys] })))
    .filter(({ full }) => full.length >= path.length && startsWith(full, path));
  const own = tables.filter((table) => table.path.length === path.length);
  const fields = [
    ...own.flatMap((table) => table.pairs.flatMap((pair) => fieldsBelow(text, pair, 0))),
    ...pairs.flatMap(({ pair, full }) =>
      fieldsBelow(text, pair, pair.keys.length - (full.length - path.length)),
    ),
  ];
  return { tables, pairs: pairs.map(({ pair }) => pair), inline: undefined, fields };
}

/** The item of a list whose `name` is ours; `index` comes from the parsed value. */
export function listEntry(text: string, key: readonly string[], index: number): EntryParts {
  const all = readTables(text);
  const holder = inlineMap(all, key);
  if (holder !== undefined) {
    const part = readInline(text, holder.valueStart)[index];
    if (part === undefined) return none;
    return { ...none, inline: { holder, part }, fields: fieldsBelow(text, part, 0) };
  }
  const isItem = (table: TomlTable): boolean =>
    table.isItem && table.path.length === key.length && startsWith(table.path, key);
  const first = all.findIndex((table) => table === all.filter(isItem)[index]);
  if (first === -1) return none;
  const later = all.slice(first + 1);
  const stop = later.findIndex((table) => isItem(table) || !startsWith(table.path, key));
  const tables = all.slice(first, stop === -1 ? undefined : first + 1 + stop);
  const fields = (tables[0]?.pairs ?? []).flatMap((pair) => fieldsBelow(text, pair, 0));
  return { tables, pairs: [], inline: undefined, fields };
}

const none: EntryParts = { tables: [], pairs: [], inline: undefined, fields: [] };

function fieldsBelow(text: string, pair: TomlPair, depth: number): readonly EntryPair[] {
  const name = pair.keys[depth];
  if (name !== undefined) {
    return pair.keys.length === depth + 1 ? [{ ...pair, name, isInline: false }] : [];
  }
  if (text[pair.valueStart] !== '{') return [];
  return readInline(text, pair.valueStart)
    .filter((part) => part.keys.length === 1)
    .map((part) => ({ ...part, name: part.keys[0] ?? '', isInline: true }));
}
