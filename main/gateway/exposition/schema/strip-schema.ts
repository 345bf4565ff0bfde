import { isObject, setOwn } from '../json.ts';
import { kinds, references } from './schema-positions.ts';

// Clients and validators walk schemas recursively; nobody means a schema this deep.
export const mostDepth = 500;

/**
 * The schema without what says nothing about arguments; the very same object when there is no such
 * thing. Undefined when it holds a reference. Throws a RangeError for what is too deep.
 */
export function stripSchema(node: unknown, depth = 0): unknown {
  if (!isObject(node)) return node;
  if (depth > mostDepth) throw new RangeError('The schema is nested too deep');
  let copy: Record<string, unknown> | undefined;
  const keys = Object.keys(node);
  for (const [at, key] of keys.entries()) {
    const value = node[key];
    if (key.startsWith('$') && references.has(key)) return undefined;
    const kind = kinds.get(key);
    const next = kind === 'dropped' ? undefined : stripValue(kind, value, depth);
    if (next === undefined && kind !== 'dropped' && value !== undefined) return undefined;
    if (copy === undefined) {
      if (kind !== 'dropped' && next === value) continue;
      copy = {};
      for (const earlier of keys.slice(0, at)) setOwn(copy, earlier, node[earlier]);
    }
    if (kind !== 'dropped') setOwn(copy, key, next);
  }
  return copy ?? node;
}

/** Data has a depth too: a list that cannot be encoded is no list. */
export function refuseDeep(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > mostDepth) throw new RangeError('The value is nested too deep');
  for (const child of Object.values(value)) refuseDeep(child, depth + 1);
}

function stripValue(kind: 'one' | 'map' | undefined, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (kind === undefined) {
    refuseDeep(value, depth);
    return value;
  }
  if (Array.isArray(value)) return kind === 'one' ? stripItems(value, depth) : value;
  return kind === 'one' ? stripSchema(value, depth + 1) : stripMembers(value, depth);
}

function stripItems(items: readonly unknown[], depth: number): unknown {
  const stripped = items.map((item) => stripSchema(item, depth + 1));
  if (stripped.includes(undefined)) return undefined;
  return stripped.every((item, at) => item === items[at]) ? items : stripped;
}

function stripMembers(map: object, depth: number): unknown {
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(map)) {
    const next = stripSchema(member, depth + 1);
    if (next === undefined) return undefined;
    if (next === member) continue;
    copy ??= { ...map };
    setOwn(copy, name, next);
  }
  return copy ?? map;
}
