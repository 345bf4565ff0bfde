import { isObject, without } from '../json.ts';
import type { JsonObject, NormalSchema } from '../model.ts';
import { lowerRoot } from './lower-root.ts';
import { rewriteSchema } from './rewrite-schema.ts';

export type Normalised =
  | { readonly schema: NormalSchema; readonly unresolved: readonly string[] }
  /** Why no tool can be listed with it. */
  | { readonly invalid: string };

const combinators = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'];
const replaced = new Set(['type', 'properties', 'required', 'additionalProperties', '$ref', 'not']);
const lowered = new Set([...replaced, ...combinators]);
const loweredAndClosed = new Set([...lowered, 'unevaluatedProperties']);

/** An input schema as any client takes it: no references but recursive ones, a plain object at the root. */
export function normaliseSchema(raw: unknown, keepRefs = true): Normalised {
  if (raw !== undefined && raw !== null && raw !== true && !isObject(raw))
    return { invalid: `it is ${JSON.stringify(raw)}` };
  try {
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
  const type = typeOf(root, defs);
  const isObjectType = type === undefined || [type].flat().includes('object');
  if (!isObjectType) return { invalid: `root type is ${JSON.stringify(type)}` };
  const { props, never, required, notes } = lowerRoot(root, defs);
  const isClosed = root['additionalProperties'] === false;
  const shown = required.filter((name) => props.has(name) || !(isClosed || never.has(name)));
  for (const name of shown) if (!props.has(name)) props.set(name, {});
  const patternProperties = root['patternProperties'];
  const wasLowered = '$ref' in root || combinators.some((word) => Object.hasOwn(root, word));
  return {
    schema: {
      props,
      required: shown,
      additionalProperties: root['additionalProperties'],
      patterns: isObject(patternProperties) ? Object.keys(patternProperties) : [],
      rest: without(root, wasLowered ? loweredAndClosed : lowered),
      notes,
      defs,
    },
    unresolved,
  };
}

function typeOf(root: JsonObject, defs: ReadonlyMap<string, JsonObject>): unknown {
  if (root['type'] !== undefined || typeof root['$ref'] !== 'string') return root['type'];
  return defs.get(root['$ref'].slice('#/$defs/'.length))?.['type'];
}
