import { isObject, setOwn } from '../json.ts';
import type { JsonObject } from '../model.ts';
import { ReferenceGraph, type Target } from './reference-graph.ts';
import { mostDepth, refuseDeep, stripSchema } from './strip-schema.ts';
import { dropped, lists, maps, references, remarks, single } from './schema-positions.ts';

// Written out, references multiply: thirty definitions that each name the next one twice are a billion
// schemas. Past this many positions they stay references.
const mostPositions = 20_000;

const none: ReadonlyMap<string, JsonObject> = new Map();

export interface Rewritten {
  readonly schema: unknown;
  readonly defs: ReadonlyMap<string, JsonObject>;
  readonly unresolved: readonly string[];
}

/** The document with its references written out; only what refers to itself stays a definition. */
export function rewriteSchema(root: unknown, keepRefs: boolean): Rewritten {
  const stripped = stripSchema(root);
  if (stripped !== undefined) return { schema: stripped, defs: none, unresolved: [] };
  const graph = new ReferenceGraph(root);
  const defs = new Map<string, JsonObject>();
  const keys = new Map<string, string>();
  const unresolved = new Set<string>();
  const open = new Set<string>();
  let isLarge: boolean | undefined;
  let depth = 0;
  const waiting: (() => void)[] = [];
  const schema = rewrite(root);
  // One after the other, not one inside the other: hundreds of definitions that name each other are no
  // deep schema.
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next();
  return { schema, defs, unresolved: [...unresolved] };

  function rewrite(node: unknown): unknown {
    if (!isObject(node)) return node;
    if (depth > mostDepth) throw new RangeError('The schema is nested too deep');
    depth += 1;
    const own: Record<string, unknown> = {};
    let hasReference = false;
    for (const key of Object.keys(node)) {
      if (references.has(key)) hasReference = true;
      else if (!dropped.has(key)) setOwn(own, key, rewriteValue(key, node[key]));
    }
    const result = hasReference ? withReference(node, own) : own;
    depth -= 1;
    return result;
  }

  function rewriteValue(key: string, value: unknown): unknown {
    if (maps.has(key)) {
      if (!isObject(value)) return value;
      const schemas: Record<string, unknown> = {};
      for (const name of Object.keys(value)) setOwn(schemas, name, rewrite(value[name]));
      return schemas;
    }
    if (single.has(key) || lists.has(key))
      return Array.isArray(value) ? value.map(rewrite) : rewrite(value);
    refuseDeep(value);
    return value;
  }

  function withReference(node: JsonObject, siblings: JsonObject): unknown {
    for (const key of ['$dynamicRef', '$recursiveRef'])
      if (Object.hasOwn(node, key)) unresolved.add(String(node[key]));
    if (!Object.hasOwn(node, '$ref')) return siblings;
    const target = graph.target(node['$ref']);
    if (target === undefined) {
      unresolved.add(String(node['$ref']));
      return siblings;
    }
    isLarge ??= graph.expandedSize() > mostPositions;
    const stays = isLarge || graph.isRecursive(target);
    if (!stays) return join(rewrite(target.schema), siblings);
    if (keepRefs) return { $ref: `#/$defs/${hoist(target)}`, ...siblings };
    // For a client that cannot follow references: one round, then anything goes.
    if (isLarge || open.has(target.key)) return siblings;
    open.add(target.key);
    const once = join(rewrite(target.schema), siblings);
    open.delete(target.key);
    return once;
  }

  function hoist(target: Target): string {
    const known = keys.get(target.key);
    if (known !== undefined) return known;
    const wanted = (target.segments.at(-1) ?? 'root').replace(/[^A-Za-z0-9_.-]/gu, '_');
    let key = wanted;
    for (let count = 2; defs.has(key); count += 1) key = `${wanted}_${count}`;
    keys.set(target.key, key);
    // Taken before its content is known: the content refers to it.
    defs.set(key, {});
    waiting.push(() => {
      const content = rewrite(target.schema);
      defs.set(key, isObject(content) ? content : content === false ? { not: {} } : {});
    });
    return key;
  }
}

function join(target: unknown, siblings: JsonObject): unknown {
  const schema = target === true ? {} : target === false ? { not: {} } : target;
  const names = Object.keys(siblings);
  if (names.length === 0) return schema;
  return names.every((name) => remarks.has(name)) && isObject(schema)
    ? { ...schema, ...siblings }
    : { allOf: [schema, siblings] };
}
