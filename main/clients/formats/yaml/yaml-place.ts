import { isMap, isScalar, isSeq, type Document, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { Refusal } from '../../refusal.ts';
import type { EntryPlace, MapBefore } from '../entry-format.ts';
import { contentEnd, isNullNode, kindOf, pairOf, startOf } from './yaml-nodes.ts';

export interface YamlPlace {
  /** Undefined for a document without content. */
  readonly root: YAMLMap | undefined;
  /** Pairs on the key path that exist, from the root down. */
  readonly steps: readonly Pair[];
  readonly missing: readonly string[];
  /** The container of entries; undefined when it is missing or null. */
  readonly map: YAMLMap | YAMLSeq | undefined;
  /** The pair of a map, the item of a list. */
  readonly entry: Pair | YAMLMap | undefined;
  readonly mapBefore: MapBefore;
}

export function findYamlPlace(
  text: string,
  document: Document | undefined,
  { key, name, isList }: EntryPlace,
): YamlPlace {
  const contents = document?.contents ?? null;
  const nothing = { steps: [], missing: key, map: undefined, entry: undefined, mapBefore: absent };
  if (contents === null || (isNullNode(contents) && startOf(contents) === contentEnd(contents)))
    return { root: undefined, ...nothing };
  if (!isMap(contents)) throw wrongType([], contents, 'a map');
  const steps: Pair[] = [];
  let node: unknown = contents;
  for (const [depth, part] of key.entries()) {
    if (!isMap(node)) throw wrongType(key.slice(0, depth), node, 'a map');
    const pair = pairOf(node, part);
    if (pair === undefined) return { ...nothing, root: contents, steps, missing: key.slice(depth) };
    steps.push(pair);
    node = pair.value;
  }
  const found = { root: contents, steps, missing: [] };
  if (isNullNode(node)) {
    const token = text.slice(startOf(node), contentEnd(node));
    return {
      ...found,
      map: undefined,
      entry: undefined,
      mapBefore: { kind: 'token', text: token },
    };
  }
  if (isList ? !isSeq(node) : !isMap(node)) throw wrongType(key, node, isList ? 'a list' : 'a map');
  const map = node as YAMLMap | YAMLSeq;
  const entry = isSeq(map) ? itemOf(map, name) : pairOf(map, name);
  const isBare = map.items.length === 0;
  const token = { kind: 'token', text: text.slice(startOf(map), contentEnd(map)) } as const;
  return { ...found, map, entry, mapBefore: isBare ? token : { kind: 'filled' } };
}

const absent: MapBefore = { kind: 'absent' };

function itemOf(list: YAMLSeq, name: string): YAMLMap | undefined {
  const found = list.items.filter((item): item is YAMLMap => {
    const value = isMap(item) ? pairOf(item, 'name')?.value : undefined;
    return isScalar(value) && value.value === name;
  });
  if (found.length > 1)
    throw new Refusal('duplicate-key', `"${name}" stands there twice`, startOf(found[1]));
  return found[0];
}

function wrongType(path: readonly string[], node: unknown, wanted: string): Refusal {
  const place = path.length === 0 ? 'the document' : `"${path.join('" > "')}"`;
  return new Refusal(
    'wrong-type',
    `${place} is ${kindOf(node)}, but this client keeps ${wanted} there`,
    startOf(node),
  );
}
