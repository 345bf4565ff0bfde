import { Refusal } from '../../refusal.ts';
import type { EntryPlace, MapBefore } from '../entry-format.ts';
import { isBare } from './json-layout.ts';
import { nameOf, valueOf, type JsonMember, type JsonNode } from './json-reader.ts';

/** Where in the tree the entry is, or would go. */
export interface JsonPlace {
  /** The container of entries, or null in its place; undefined when the key path ends early. */
  readonly map: JsonNode | undefined;
  /** The deepest container on the path that exists. */
  readonly parent: JsonNode | undefined;
  /** The members on the path, from the root down. */
  readonly steps: readonly JsonMember[];
  /** Names of the path that do not exist yet. */
  readonly missing: readonly string[];
  readonly entry: JsonMember | undefined;
  readonly mapBefore: MapBefore;
}

/** Walks the path by names. Throws for a doubled name on it and for a value of the wrong type. */
export function findPlace(
  text: string,
  root: JsonNode | undefined,
  { key, name, isList }: EntryPlace,
): JsonPlace {
  let node = root;
  let parent: JsonNode | undefined;
  const steps: JsonMember[] = [];
  for (const [depth, part] of key.entries()) {
    if (node === undefined) break;
    expectKind(node, 'object', key.slice(0, depth));
    const found = onlyMember(text, node, part, key.slice(0, depth + 1));
    parent = node;
    if (found === undefined) {
      const missing = key.slice(depth);
      const mapBefore = isBare(text, parent)
        ? { ...absent, parent: text.slice(parent.start, parent.end) }
        : absent;
      return { map: undefined, parent, steps, missing, entry: undefined, mapBefore };
    }
    steps.push(found);
    node = found.value;
  }
  const map = node;
  if (map === undefined)
    return { map, parent, steps, missing: key, entry: undefined, mapBefore: absent };
  if (isNull(text, map) && parent !== undefined) {
    return { map, parent, steps, missing: [], entry: undefined, mapBefore: token(text, map) };
  }
  expectKind(map, isList ? 'array' : 'object', key);
  const entry = isList ? onlyItem(text, map, name) : onlyMember(text, map, name, [...key, name]);
  const mapBefore = isBare(text, map) ? token(text, map) : ({ kind: 'filled' } as const);
  return { map, parent, steps, missing: [], entry, mapBefore };
}

const absent = { kind: 'absent' } as const;

function token(text: string, node: JsonNode): MapBefore {
  return { kind: 'token', text: text.slice(node.start, node.end) };
}

function isNull(text: string, node: JsonNode): boolean {
  return node.kind === 'word' && text.slice(node.start, node.end) === 'null';
}

function expectKind(node: JsonNode, kind: 'object' | 'array', path: readonly string[]): void {
  if (node.kind === kind) return;
  const names = {
    object: 'a map',
    array: 'a list',
    string: 'text',
    number: 'a number',
    word: 'a word',
  };
  const place = path.length === 0 ? 'the document' : `"${path.join('" > "')}"`;
  throw new Refusal(
    'wrong-type',
    `${place} is ${names[node.kind]}, but this client keeps ${names[kind]} there`,
    node.start,
  );
}

function onlyMember(
  text: string,
  node: JsonNode,
  name: string,
  path: readonly string[],
): JsonMember | undefined {
  const found = node.members.filter((member) => isNamed(text, member, name));
  if (found.length > 1) throw doubled(path, found[1]?.start);
  return found[0];
}

// Most names of a big file are told apart by their length alone; only the others are decoded.
function isNamed(text: string, member: JsonMember, name: string): boolean {
  const raw = text.slice(member.start + 1, member.keyEnd - 1);
  return raw.includes('\\') ? nameOf(text, member) === name : raw === name;
}

function onlyItem(text: string, list: JsonNode, name: string): JsonMember | undefined {
  const found = list.members.filter((item) => {
    if (item.value.kind !== 'object') return false;
    return (valueOf(text, item.value) as { name?: unknown }).name === name;
  });
  if (found.length > 1) throw doubled([name], found[1]?.start);
  return found[0];
}

function doubled(path: readonly string[], offset: number | undefined): Refusal {
  return new Refusal(
    'duplicate-key',
    `"${path.join('" > "')}" stands there twice, and readers differ on which one counts`,
    offset,
  );
}
