import { isObject, without } from '../json.ts';
import type { JsonObject, NormalSchema } from '../model.ts';
import { lowerRoot } from './lower-root.ts';
import { rewriteSchema } from './rewrite-schema.ts';
import { refuseDeep } from './strip-schema.ts';

export type Normalised =
  | { readonly schema: NormalSchema; readonly unresolved: readonly string[] }
  /** Why no tool can be listed with it. */
  | { readonly invalid: string };

const combinators = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'];
const replaced = new Set(['type', 'properties', 'required', 'additionalProperties', '$ref', 'not']);
const lowered = new Set([...replaced, ...combinators]);
const loweredAndClosed = new Set([...lowered, 'unevaluatedProperties']);

/**
 * An input schema as any client takes it: no references but recursive ones, a plain object at the root.
 * `extra` is what is listed beside it.
 */
export function normaliseSchema(raw: unknown, keepRefs = true, extra?: unknown): Normalised {
  if (raw !== undefined && raw !== null && raw !== true && !isObject(raw))
    return { invalid: `it is ${JSON.stringify(raw)}` };
  try {
    refuseDeep(extra);
    return normalise(isObject(raw) ? raw : {}, keepRefs);
  } catch (error) {
    // A schema nested ten thousand deep ends the stack, not the gateway.
    if (error instanceof RangeError) return { invalid: 'it is nested too deep' };
    throw error;
  }
}

function normalise(raw: JsonObject, keepRefs: boolean): Normalised {
  const { schema: rewritten, defs, unresolved } = rewriteSchema(raw, keepRefs);
  const root = isObject(rewritten) ? rewritten : {};
  if (root === raw && isPlain(root)) return plainSchema(root);
  const type = typeOf(root, defs);
  const isObjectType = type === undefined || [type].flat().includes('object');
  if (!isObjectType) return { invalid: `root type is ${JSON.stringify(type)}` };
  const { props, never, required, notes } = lowerRoot(root, defs);
  const isClosed = root['additionalProperties'] === false;
  const listed = required.filter((name) => props.has(name) || !(isClosed || never.has(name)));
  for (const name of listed) if (!props.has(name)) props.set(name, {});
  const patternProperties = root['patternProperties'];
  const wasLowered = '$ref' in root || combinators.some((word) => Object.hasOwn(root, word));
  return {
    schema: {
      props,
      required: listed,
      additionalProperties: root['additionalProperties'],
      patterns: isObject(patternProperties) ? Object.keys(patternProperties) : [],
      rest: without(root, wasLowered ? loweredAndClosed : lowered),
      notes,
      defs,
    },
    unresolved,
  };
}

const shown = ['type', 'properties', 'required', 'additionalProperties'];
const nothing: JsonObject = {};
const none: readonly string[] = [];
const noDefs: ReadonlyMap<string, JsonObject> = new Map();

/** Most schemas need nothing done: keys in the order they are shown in, and every field described. */
function isPlain(root: JsonObject): boolean {
  const { type, properties, required, additionalProperties } = root;
  if (type !== 'object' || !isObject(properties)) return false;
  let at = -1;
  for (const key of Object.keys(root)) {
    const next = shown.indexOf(key);
    if (next <= at) return false;
    at = next;
  }
  if ('additionalProperties' in root && additionalProperties === undefined) return false;
  for (const name of Object.keys(properties)) if (!isObject(properties[name])) return false;
  if (!('required' in root)) return true;
  if (!Array.isArray(required) || required.length === 0) return false;
  return (
    new Set(required).size === required.length &&
    required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name))
  );
}

function plainSchema(root: JsonObject): Normalised {
  const { additionalProperties, required = none } = root;
  return {
    schema: {
      props: new Map(Object.entries(root['properties'] as Record<string, JsonObject>)),
      required: required as readonly string[],
      additionalProperties,
      patterns: none,
      rest: nothing,
      notes: none,
      defs: noDefs,
      plain: root,
    },
    unresolved: none,
  };
}

function typeOf(root: JsonObject, defs: ReadonlyMap<string, JsonObject>): unknown {
  if (root['type'] !== undefined || typeof root['$ref'] !== 'string') return root['type'];
  return defs.get(root['$ref'].slice('#/$defs/'.length))?.['type'];
}
