import type { JsonObject } from './model.ts';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an own property, also one called `__proto__`. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  else target[key] = value;
}

export function fromMap(map: ReadonlyMap<string, unknown>): JsonObject {
  const object: Record<string, unknown> = {};
  for (const [key, value] of map) setOwn(object, key, value);
  return object;
}

/** The object without the named keys, order kept. */
export function without(object: JsonObject, keys: ReadonlySet<string>): JsonObject {
  const rest: Record<string, unknown> = {};
  for (const key of Object.keys(object)) if (!keys.has(key)) setOwn(rest, key, object[key]);
  return rest;
}

const sets = new Set(['required', 'enum', 'type']);
const data = new Set(['const', 'default', 'examples']);

/** Equal for schemas that say the same: keys sorted, `required`, `enum` and `type` as sets. */
export function canonicalSchema(value: unknown, isData = false): string {
  if (Array.isArray(value)) return `[${value.map((each) => canonicalSchema(each, isData)).join()}]`;
  if (!isObject(value)) return value === undefined ? 'null' : JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${member(key, value[key], isData)}`);
  return `{${parts.join()}}`;
}

/** Equal for equal JSON values, whatever the order of their keys. */
export function canonicalData(value: unknown): string {
  return canonicalSchema(value, true);
}

function member(key: string, value: unknown, isData: boolean): string {
  if (isData || !Array.isArray(value) || !sets.has(key))
    return canonicalSchema(value, isData || (data.has(key) && !isObject(value)));
  const items = value.map((each) => canonicalSchema(each, true));
  return `[${[...new Set(items)].sort().join()}]`;
}
