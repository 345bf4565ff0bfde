import type { DadlFragment, DadlSource } from '../../../config/schema/dadl-source.ts';
import type { Findings, KeyPath } from './findings.ts';
import { isMap, MapReader, type RawMap } from './read-value.ts';

type ParseFragment = (text: string, name: string) => RawMap | undefined;

/** The document with every fragment merged in: the fragment, over it the document's own value, over it the overrides. */
export function applyIncludes(
  document: RawMap,
  fragments: DadlSource['fragments'],
  findings: Findings,
  parse: ParseFragment,
): RawMap | undefined {
  const reader = new MapReader(document, [], findings);
  const errorsBefore = findings.errors.length;
  let merged = document;
  for (const [index, entry] of (reader.list('includes') ?? []).entries()) {
    const path: KeyPath = ['includes', index];
    if (!isMap(entry)) {
      findings.error(path, 'expected a mapping with path and merge_into');
      continue;
    }
    const include = new MapReader(entry, path, findings);
    const named = include.text('path');
    const target = include.text('merge_into');
    if (named === undefined) include.error('path', 'is missing');
    if (target === undefined) include.error('merge_into', 'is missing');
    if (named === undefined || target === undefined) continue;
    const fragment = readFragment(named, fragments[named], include, parse);
    if (fragment === undefined) continue;
    const overrides = include.mapping('overrides')?.map ?? {};
    merged = mergeAt(merged, target.split('.'), fragment, overrides, include) ?? merged;
  }
  return findings.errors.length > errorsBefore ? undefined : merged;
}

function readFragment(
  named: string,
  read: DadlFragment | undefined,
  include: MapReader,
  parse: ParseFragment,
): RawMap | undefined {
  if (read === undefined || 'refused' in read) {
    include.error('path', `"${named}" was not read: ${read?.refused ?? 'there is no such file'}`);
    return undefined;
  }
  const fragment = parse(read.text, named);
  if (fragment === undefined) return undefined;
  const { _fragment: mark, ...rest } = fragment;
  if (mark !== true) {
    include.error(
      'path',
      `"${named}" must say _fragment: true, so that no other file is read as one`,
    );
    return undefined;
  }
  if (Object.hasOwn(rest, 'includes')) {
    include.error('path', `"${named}" has includes of its own; a fragment can't include others`);
    return undefined;
  }
  return rest;
}

function mergeAt(
  document: RawMap,
  keys: readonly string[],
  fragment: RawMap,
  overrides: RawMap,
  include: MapReader,
): RawMap | undefined {
  const [key = '', ...rest] = keys;
  const own = Object.hasOwn(document, key) ? document[key] : undefined;
  if (rest.length === 0) {
    if (own !== undefined && own !== null && !isMap(own)) {
      include.error('merge_into', `"${key}" is not a mapping in this file`);
      return undefined;
    }
    return { ...document, [key]: deepMerge(deepMerge(fragment, own ?? {}), overrides) };
  }
  if (!isMap(own)) {
    include.error('merge_into', `"${key}" is not a mapping in this file`);
    return undefined;
  }
  const inner = mergeAt(own, rest, fragment, overrides, include);
  return inner && { ...document, [key]: inner };
}

/** Mappings are merged, everything else is replaced. */
function deepMerge(under: unknown, over: unknown): unknown {
  if (!isMap(under) || !isMap(over)) return over;
  const keys = [...new Set([...Object.keys(under), ...Object.keys(over)])];
  return Object.fromEntries(
    keys.map((key) => [
      key,
      !Object.hasOwn(over, key)
        ? under[key]
        : Object.hasOwn(under, key)
          ? deepMerge(under[key], over[key])
          : over[key],
    ]),
  );
}
