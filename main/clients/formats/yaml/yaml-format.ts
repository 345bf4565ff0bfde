import { isDeepStrictEqual } from 'node:util';
import { isMap, isPair, type Document, type Pair, type YAMLMap } from 'yaml';
import { checkFailed, Refusal } from '../../refusal.ts';
import type {
  EntryFormat,
  EntryPlace,
  Fields,
  MapBefore,
  Reading,
  Removal,
} from '../entry-format.ts';
import { indentAt, lineEndOf, splice, type Cut } from '../splice.ts';
import { insertYaml } from './yaml-insert.ts';
import { contentEnd, pairOf, parseYaml, startOf } from './yaml-nodes.ts';
import { findYamlPlace, type YamlPlace } from './yaml-place.ts';
import { removeYaml } from './yaml-remove.ts';
import { yamlText, yamlValue } from './yaml-text.ts';

export const yamlFormat: EntryFormat = {
  read: (text, place) => new YamlReading(text, place),
};

class YamlReading implements Reading {
  readonly entry: unknown;
  readonly mapBefore: MapBefore;
  readonly #text: string;
  readonly #name: EntryPlace;
  readonly #data: unknown;
  readonly #place: YamlPlace;

  constructor(text: string, name: EntryPlace) {
    this.#text = text;
    this.#name = name;
    const document = parseYaml(text);
    this.#data = dataOf(document);
    this.#place = findYamlPlace(text, document, name);
    this.mapBefore = this.#place.mapBefore;
    this.entry = entryIn(this.#data, name);
  }

  lookUp(path: readonly string[]): unknown {
    return path.reduce<unknown>(
      (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      this.#data,
    );
  }

  insert(fields: Fields): string {
    const text = insertYaml(this.#text, this.#name, this.#place, fields);
    this.#check(text, Object.fromEntries(fields));
    return text;
  }

  update(fields: Fields): string {
    const { entry } = this.#place;
    const map = isPair(entry) ? entry.value : entry;
    if (!isMap(map)) throw checkFailed();
    const current = this.entry as Readonly<Record<string, unknown>>;
    const cuts: Cut[] = [];
    let previous = map.items[0];
    for (const [name, value] of fields) {
      const pair = pairOf(map, name);
      if (pair === undefined) {
        if (previous === undefined) throw checkFailed();
        cuts.push(this.#addField(map, previous, `${yamlText(name)}: ${yamlValue(value)}`));
        continue;
      }
      previous = pair;
      if (isDeepStrictEqual(current[name], value)) continue;
      // From the colon on: a list may stand below, dashes and all.
      const colon = this.#text.indexOf(':', contentEnd(pair.key)) + 1;
      cuts.push({ start: colon, end: contentEnd(pair), text: ` ${yamlValue(value)}` });
    }
    const text = splice(this.#text, cuts);
    this.#check(text, { ...current, ...Object.fromEntries(fields) });
    return text;
  }

  #addField(map: YAMLMap, previous: Pair, field: string): Cut {
    const end = contentEnd(previous);
    const column = indentAt(this.#text, startOf(map.items.at(-1)?.key));
    const lead = map.flow === true ? ', ' : `${lineEndOf(this.#text)}${column}`;
    return { start: end, end, text: `${lead}${field}` };
  }

  remove(before: MapBefore): Removal {
    const text = removeYaml(this.#text, this.#place, before);
    this.#check(text, undefined);
    const isEmpty = text.trim() === '' || text.trim() === '{}';
    return { text, isEmpty };
  }

  /** The result parses, holds this entry, and nothing else has changed. */
  #check(text: string, entry: unknown): void {
    let found: unknown;
    try {
      found = dataOf(parseYaml(text));
    } catch (error) {
      throw checkFailed(error);
    }
    if (!isDeepStrictEqual(entryIn(found, this.#name), entry)) throw checkFailed();
    const { key } = this.#name;
    const others = [this.#data, found].map((data) => withoutEntry(data, key, this.#name));
    if (!isDeepStrictEqual(others[0], others[1])) throw checkFailed();
  }
}

function dataOf(document: Document | undefined): unknown {
  try {
    return document?.toJS() ?? {};
  } catch {
    throw new Refusal('parse-error', 'its aliases unfold to far too much');
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entryIn(data: unknown, { key, name, isList }: EntryPlace): unknown {
  const map = key.reduce<unknown>(
    (value, part) => (isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined),
    data,
  );
  if (isList)
    return Array.isArray(map)
      ? map.find((item) => isRecord(item) && item['name'] === name)
      : undefined;
  return isRecord(map) && Object.hasOwn(map, name) ? map[name] : undefined;
}

/** The document without our entry, and without the map when nothing else is in it. */
function withoutEntry(data: unknown, key: readonly string[], place: EntryPlace): unknown {
  const [top, ...rest] = key;
  if (top === undefined) {
    if (Array.isArray(data))
      return data.filter((item) => !isRecord(item) || item['name'] !== place.name);
    if (!isRecord(data)) return data;
    const { [place.name]: _ours, ...others } = data;
    return others;
  }
  if (!isRecord(data)) return data;
  const { [top]: inner, ...others } = data;
  const kept = withoutEntry(inner, rest, place);
  return isNothing(kept) ? others : { ...others, [top]: kept };
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return Array.isArray(value)
    ? value.length === 0
    : isRecord(value) && Object.keys(value).length === 0;
}
