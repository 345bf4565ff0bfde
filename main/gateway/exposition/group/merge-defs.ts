import { canonicalSchema, isObject, setOwn } from '../json.ts';
import type { Action, JsonObject } from '../model.ts';

/** An action's fields with references that hold in the group's schema. */
export interface GroupMember {
  readonly action: Action;
  readonly props: ReadonlyMap<string, JsonObject>;
}

/** Definitions of all actions in one place. An action whose names mean something else gets its own names. */
export function mergeDefs(actions: readonly Action[]): {
  readonly members: readonly GroupMember[];
  readonly defs: ReadonlyMap<string, JsonObject>;
} {
  const defs = new Map<string, JsonObject>();
  const members = actions.map((action): GroupMember => {
    const { props, defs: own } = action.schema;
    if (own.size === 0) return { action, props };
    const clashes = [...own].some(([key, body]) => {
      const known = defs.get(key);
      return known !== undefined && canonicalSchema(known) !== canonicalSchema(body);
    });
    if (!clashes) {
      for (const [key, body] of own) if (!defs.has(key)) defs.set(key, body);
      return { action, props };
    }
    const prefix = freePrefix(action.action, own, defs);
    const rename = (value: unknown): unknown => withRenamedRefs(value, own, prefix);
    for (const [key, body] of own) defs.set(`${prefix}${key}`, rename(body) as JsonObject);
    const renamed = [...props].map(([name, value]) => [name, rename(value) as JsonObject] as const);
    return { action, props: new Map(renamed) };
  });
  return { members, defs };
}

function freePrefix(
  action: string,
  own: ReadonlyMap<string, JsonObject>,
  taken: ReadonlyMap<string, JsonObject>,
): string {
  const clean = action.replace(/[^A-Za-z0-9_.-]/gu, '_');
  const isFree = (prefix: string): boolean =>
    [...own.keys()].every((key) => !taken.has(`${prefix}${key}`));
  let prefix = `${clean}__`;
  for (let count = 2; !isFree(prefix); count += 1) prefix = `${clean}_${count}__`;
  return prefix;
}

function withRenamedRefs(
  value: unknown,
  own: ReadonlyMap<string, JsonObject>,
  prefix: string,
): unknown {
  if (Array.isArray(value)) return value.map((each) => withRenamedRefs(each, own, prefix));
  if (!isObject(value)) return value;
  const renamed: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const inner = value[key];
    const name = key === '$ref' && typeof inner === 'string' ? inner.slice('#/$defs/'.length) : '';
    setOwn(
      renamed,
      key,
      own.has(name) ? `#/$defs/${prefix}${name}` : withRenamedRefs(inner, own, prefix),
    );
  }
  return renamed;
}
