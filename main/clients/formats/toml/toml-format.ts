import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError } from 'smol-toml';
import { checkFailed, Refusal } from '../../refusal.ts';
import type {
  EntryFormat,
  EntryPlace,
  Fields,
  MapBefore,
  Reading,
  Removal,
} from '../entry-format.ts';
import { lineEndOf, lineStart, splice, type Cut } from '../splice.ts';
import { cutEntry } from './cut-entry.ts';
import { inlineMap, listEntry, mapEntry, tablesOf, type EntryParts } from './toml-places.ts';
import { readInline } from './toml-reader.ts';
import { inlineTable, tomlKey, tomlPairs, tomlValue } from './toml-text.ts';

export const tomlFormat: EntryFormat = {
  read: (text, place) => new TomlReading(text, place),
};

type Table = Readonly<Record<string, unknown>>;

class TomlReading implements Reading {
  readonly entry: unknown;
  readonly mapBefore: MapBefore;
  readonly #text: string;
  readonly #place: EntryPlace;
  readonly #document: Table;
  readonly #index: number;

  constructor(text: string, place: EntryPlace) {
    this.#text = text;
    this.#place = place;
    this.#document = parseToml(text);
    const map = mapAt(this.#document, place);
    const { name, isList } = place;
    this.#index = isList && Array.isArray(map) ? map.findIndex((item) => nameIs(item, name)) : -1;
    if (isList) this.entry = this.#index === -1 ? undefined : (map as unknown[])[this.#index];
    else
      this.entry =
        map === undefined || !Object.hasOwn(map, name) ? undefined : (map as Table)[name];
    this.mapBefore = this.#tokenBefore(map);
  }

  lookUp(path: readonly string[]): unknown {
    return path.reduce<unknown>(
      (value, name) => (isTable(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      this.#document,
    );
  }

  #tokenBefore(map: unknown): MapBefore {
    if (map === undefined) return { kind: 'absent' };
    const holder = inlineMap(tablesOf(this.#text), this.#place.key);
    const isBare = holder !== undefined && readInline(this.#text, holder.valueStart).length === 0;
    return isBare
      ? { kind: 'token', text: this.#text.slice(holder.valueStart, holder.valueEnd) }
      : { kind: 'filled' };
  }

  insert(fields: Fields): string {
    const holder = inlineMap(tablesOf(this.#text), this.#place.key);
    const entry = Object.fromEntries(fields);
    const text =
      holder === undefined ? this.#append(fields) : this.#inline(fields, holder.valueStart);
    this.#check(text, addedTo(this.#document, this.#place, entry, holder !== undefined));
    return text;
  }

  #append(fields: Fields): string {
    const text = this.#text;
    const { key, name, isList } = this.#place;
    const path = [...key, ...(isList ? [] : [name])].map(tomlKey).join('.');
    const header = isList ? `[[${path}]]` : `[${path}]`;
    const end = lineEndOf(text);
    const block = [header, ...tomlPairs(fields)].map((line) => `${line}${end}`).join('');
    if (text.trim() === '') return `${text}${block}`;
    const lines = text.endsWith('\n') ? text : `${text}${end}`;
    const isSpaced = /\n[ \t]*\r?\n$/.test(lines);
    return `${lines}${isSpaced ? '' : end}${block}`;
  }

  #inline(fields: Fields, start: number): string {
    const isTable = this.#text[start] === '{';
    const parts = readInline(this.#text, start);
    const body = inlineTable(fields);
    const part = isTable ? `${tomlKey(this.#place.name)} = ${body}` : body;
    if (parts.length === 0) {
      const holder = inlineMap(tablesOf(this.#text), this.#place.key);
      const end = holder?.valueEnd ?? start;
      return splice(this.#text, [{ start, end, text: isTable ? `{ ${part} }` : `[${part}]` }]);
    }
    const lead = /^[ \t]*/.exec(this.#text.slice(start + 1))?.[0] ?? '';
    const glue = lead === '' ? ' ' : '';
    return splice(this.#text, [
      { start: start + 1, end: start + 1, text: `${lead}${part},${glue}` },
    ]);
  }

  update(fields: Fields): string {
    const parts = this.#parts();
    const entry = this.entry as Table;
    const cuts: Cut[] = [];
    for (const [index, [name, value]] of fields.entries()) {
      if (isDeepStrictEqual(entry[name], value)) continue;
      const field = parts.fields.find((one) => one.name === name);
      if (field !== undefined) {
        cuts.push({ start: field.valueStart, end: field.valueEnd, text: tomlValue(value) });
        continue;
      }
      const [after] = fields[index - 1] ?? [];
      const previous = parts.fields.find((one) => one.name === after) ?? parts.fields[0];
      if (previous === undefined) throw checkFailed();
      // The key as it is spelled there, with its last part exchanged: it may be dotted.
      const head = [...previous.keys.slice(0, -1), name].map(tomlKey).join('.');
      const indent = this.#text.slice(lineStart(this.#text, previous.start), previous.start);
      const lead = previous.isInline ? ', ' : `${lineEndOf(this.#text)}${indent}`;
      const { valueEnd: end } = previous;
      cuts.push({ start: end, end, text: `${lead}${head} = ${tomlValue(value)}` });
    }
    const text = splice(this.#text, cuts);
    const changed = { ...entry, ...Object.fromEntries(fields) };
    this.#check(text, changedIn(this.#document, this.#place, this.#index, changed));
    return text;
  }

  remove(before: MapBefore): Removal {
    const parts = this.#parts();
    const { key } = this.#place;
    let text = splice(this.#text, cutEntry(this.#text, parts));
    if (parts.inline !== undefined && before.kind === 'token') {
      const holder = inlineMap(tablesOf(text), key);
      if (holder !== undefined && readInline(text, holder.valueStart).length === 0)
        text = splice(text, [
          { start: holder.valueStart, end: holder.valueEnd, text: before.text },
        ]);
    }
    this.#check(text, removedFrom(this.#document, this.#place, this.#index));
    return { text, isEmpty: text.trim() === '' };
  }

  #parts(): EntryParts {
    const { key, name, isList } = this.#place;
    return isList ? listEntry(this.#text, key, this.#index) : mapEntry(this.#text, key, name);
  }

  // An empty table and none at all are the same to every client, and an edit may turn one into the other.
  #check(text: string, wanted: Table): void {
    let found: Table;
    try {
      found = parseToml(text);
    } catch (error) {
      throw checkFailed(error);
    }
    const { key } = this.#place;
    if (!isDeepStrictEqual(withoutEmptyMap(found, key), withoutEmptyMap(wanted, key)))
      throw checkFailed();
  }
}

function parseToml(text: string): Table {
  try {
    return plain(parse(text, { integersAsBigInt: true })) as Table;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const before = text.split('\n').slice(0, error.line - 1);
    const offset = before.reduce((sum, line) => sum + line.length + 1, 0) + error.column - 1;
    const [message = ''] = error.message.split('\n');
    throw new Refusal('parse-error', message.replace(/^Invalid TOML document: /, ''), offset);
  }
}

/** The parser's tables have no prototype, ours have; comparing minds. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

function mapAt(document: Table, { key, isList }: EntryPlace): Table | unknown[] | undefined {
  let value: unknown = document;
  for (const name of key) {
    if (!isTable(value)) throw wrongType(key, 'no table', 'tables');
    if (!Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  if (isList) {
    if (!Array.isArray(value)) throw wrongType(key, 'no list', 'a list');
    return value as unknown[];
  }
  if (!isTable(value))
    throw wrongType(key, Array.isArray(value) ? 'a list' : 'no table', 'a table');
  return value;
}

function wrongType(key: readonly string[], found: string, wanted: string): Refusal {
  return new Refusal(
    'wrong-type',
    `"${key.join('.')}" is ${found}, but this client keeps ${wanted} there`,
  );
}

function isTable(value: unknown): value is Table {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

function nameIs(item: unknown, name: string): boolean {
  return isTable(item) && item['name'] === name;
}

function withMap(document: Table, { key }: EntryPlace, change: (map: unknown) => unknown): Table {
  const [top = '', ...rest] = key;
  const inner = document[top];
  if (rest.length === 0) return { ...document, [top]: change(inner) };
  const place = { key: rest, name: '', isList: false };
  return { ...document, [top]: withMap(isTable(inner) ? inner : {}, place, change) };
}

/** First in a list that is written inline, last where it is appended as `[[…]]`. */
function addedTo(document: Table, place: EntryPlace, entry: Table, isFirst: boolean): Table {
  return withMap(document, place, (map) => {
    if (!place.isList) return { ...(map as Table | undefined), [place.name]: entry };
    const list = (map ?? []) as unknown[];
    return isFirst ? [entry, ...list] : [...list, entry];
  });
}

function changedIn(document: Table, place: EntryPlace, index: number, entry: Table): Table {
  return withMap(document, place, (map) =>
    place.isList
      ? (map as unknown[]).map((item, at) => (at === index ? entry : item))
      : { ...(map as Table), [place.name]: entry },
  );
}

function removedFrom(document: Table, place: EntryPlace, index: number): Table {
  return withMap(document, place, (map) => {
    if (place.isList) return (map as unknown[]).filter((_item, at) => at !== index);
    const { [place.name]: _ours, ...others } = map as Table;
    return others;
  });
}

function withoutEmptyMap(document: Table, [top = '', ...rest]: readonly string[]): Table {
  const { [top]: inner, ...others } = document;
  if (inner === undefined) return document;
  if (rest.length > 0 && isTable(inner))
    return withoutEmptyMap({ ...others, [top]: withoutEmptyMap(inner, rest) }, [top]);
  const isEmpty = Array.isArray(inner) ? inner.length === 0 : isTable(inner) && isEmptyTable(inner);
  return isEmpty ? others : document;
}

function isEmptyTable(table: Table): boolean {
  return Object.keys(table).length === 0;
}
