import { isObject } from '../json.ts';
import { follow, parsePointer, pointerKey } from './json-pointer.ts';
import { dropped, lists, maps, references, single } from './schema-positions.ts';

export interface Target {
  readonly key: string;
  readonly segments: readonly string[];
  readonly schema: unknown;
}

interface Facts {
  /** Schema positions below the target, references not followed. */
  readonly size: number;
  readonly refs: readonly Target[];
}

/**
 * Which references of one document lead back to themselves, and how large it gets without them. Asked
 * only for documents that have references.
 */
export class ReferenceGraph {
  readonly #root: unknown;
  readonly #facts = new Map<string, Facts>();
  readonly #recursive = new Map<string, boolean>();
  readonly #endless = new Map<string, boolean>();
  readonly #sizes = new Map<string, number>();

  constructor(root: unknown) {
    this.#root = root;
  }

  /** Undefined when the reference is remote or dangling. */
  target(ref: unknown): Target | undefined {
    const segments = typeof ref === 'string' ? parsePointer(ref) : undefined;
    if (segments === undefined) return undefined;
    const schema = follow(this.#root, segments);
    if (schema === undefined || this.#isEndless(schema, pointerKey(segments))) return undefined;
    return { key: pointerKey(segments), segments, schema };
  }

  /** Refers to itself for the very same value, so that no validator ever comes to an end. */
  #isEndless(schema: unknown, key: string): boolean {
    const known = this.#endless.get(key);
    if (known !== undefined) return known;
    const seen = new Set<string>();
    const open = [...inPlace(schema)];
    let found = false;
    for (let ref = open.pop(); ref !== undefined && !found; ref = open.pop()) {
      const segments = parsePointer(ref);
      if (segments === undefined) continue;
      const next = pointerKey(segments);
      found = next === key;
      if (found || seen.has(next)) continue;
      seen.add(next);
      open.push(...inPlace(follow(this.#root, segments)));
    }
    this.#endless.set(key, found);
    return found;
  }

  isRecursive(target: Target): boolean {
    const known = this.#recursive.get(target.key);
    if (known !== undefined) return known;
    const seen = new Set<string>();
    const open = [...this.#factsOf(target).refs];
    let found = false;
    for (let next = open.pop(); next !== undefined && !found; next = open.pop()) {
      found = next.key === target.key;
      if (found || seen.has(next.key)) continue;
      seen.add(next.key);
      open.push(...this.#factsOf(next).refs);
    }
    this.#recursive.set(target.key, found);
    return found;
  }

  /** Schema positions once everything that is not recursive is written out. */
  expandedSize(): number {
    return this.#sizeOf({ key: '', segments: [], schema: this.#root });
  }

  #sizeOf(target: Target): number {
    const known = this.#sizes.get(target.key);
    if (known !== undefined) return known;
    // A recursive one is written out once, wherever it is met first.
    this.#sizes.set(target.key, 1);
    const { size, refs } = this.#factsOf(target);
    const total = refs.reduce((sum, ref) => sum + this.#sizeOf(ref), size);
    this.#sizes.set(target.key, total);
    return total;
  }

  #factsOf(target: Target): Facts {
    const known = this.#facts.get(target.key);
    if (known !== undefined) return known;
    const refs: Target[] = [];
    let size = 0;
    const walk = (node: unknown): void => {
      size += 1;
      if (!isObject(node)) return;
      const ref = this.target(node['$ref']);
      if (ref !== undefined) refs.push(ref);
      for (const child of childSchemas(node)) walk(child);
    };
    walk(target.schema);
    const facts = { size, refs };
    this.#facts.set(target.key, facts);
    return facts;
  }
}

/** References that apply to the value itself, not to a part of it. */
function inPlace(schema: unknown): readonly string[] {
  if (!isObject(schema)) return [];
  const { $ref: ref, allOf, anyOf, oneOf } = schema;
  const branches = [allOf, anyOf, oneOf].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  return [...(typeof ref === 'string' ? [ref] : []), ...branches.flatMap(inPlace)];
}

function childSchemas(node: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.keys(node).flatMap((key) => {
    const value = node[key];
    if (dropped.has(key) || references.has(key)) return [];
    if (maps.has(key)) return isObject(value) ? Object.values(value) : [];
    if (lists.has(key)) return Array.isArray(value) ? (value as unknown[]) : [];
    if (single.has(key)) return Array.isArray(value) ? (value as unknown[]) : [value];
    return [];
  });
}
