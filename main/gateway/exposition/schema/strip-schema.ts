import { isObject, setOwn } from '../json.ts';
import { dropped, lists, maps, references, single } from './schema-positions.ts';

// Clients and validators walk schemas recursively; nobody means a schema this deep.
export const mostDepth = 500;

/** Whether a schema position anywhere holds a reference. Throws a RangeError for what is too deep. */
export function hasReferences(node: unknown, depth = 0): boolean {
  if (!isObject(node)) return false;
  if (depth > mostDepth) throw new RangeError('The schema is nested too deep');
  for (const key of Object.keys(node)) {
    if (references.has(key)) return true;
    if (dropped.has(key)) continue;
    const value = node[key];
    if (typeof value !== 'object' || value === null) continue;
    const isMap = maps.has(key);
    if (!isMap && !single.has(key) && !lists.has(key)) refuseDeep(value, depth);
    else if (Array.isArray(value) || isMap) {
      for (const child of Object.values(value)) if (hasReferences(child, depth + 1)) return true;
    } else if (hasReferences(value, depth + 1)) return true;
  }
  return false;
}

/** The schema without what says nothing about arguments; the very same object when there is no such thing. */
export function stripSchema(node: unknown): unknown {
  if (!isObject(node)) return node;
  let copy: Record<string, unknown> | undefined;
  const keys = Object.keys(node);
  for (const [at, key] of keys.entries()) {
    const value = node[key];
    const isDropped = dropped.has(key);
    const next = isDropped ? undefined : stripValue(key, value);
    if (copy === undefined) {
      if (!isDropped && next === value) continue;
      copy = {};
      for (const earlier of keys.slice(0, at)) setOwn(copy, earlier, node[earlier]);
    }
    if (!isDropped) setOwn(copy, key, next);
  }
  return copy ?? node;
}

/** Data has a depth too: a list that cannot be encoded is no list. */
export function refuseDeep(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > mostDepth) throw new RangeError('The value is nested too deep');
  for (const child of Object.values(value)) refuseDeep(child, depth + 1);
}

function stripValue(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (maps.has(key)) return isObject(value) ? stripMembers(value) : value;
  if (!single.has(key) && !lists.has(key)) return value;
  if (!Array.isArray(value)) return stripSchema(value);
  const items = value.map(stripSchema);
  return items.every((item, at) => item === value[at]) ? value : items;
}

function stripMembers(map: Readonly<Record<string, unknown>>): unknown {
  let isChanged = false;
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(map)) {
    const member = stripSchema(map[name]);
    if (member !== map[name]) isChanged = true;
    setOwn(members, name, member);
  }
  return isChanged ? members : map;
}
