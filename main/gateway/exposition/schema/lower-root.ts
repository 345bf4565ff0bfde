import { canonicalSchema, isObject } from '../json.ts';
import type { JsonObject } from '../model.ts';

/** What the fields of an object schema are once its combinators are folded into one list. */
export interface Fields {
  readonly props: Map<string, JsonObject>;
  /** Declared as `false`: nobody may pass them. */
  readonly never: Set<string>;
  readonly required: string[];
  readonly notes: string[];
}

const combining = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'then', 'else', 'dependentSchemas']);

/**
 * Providers refuse combinators at the root of an input schema, and some clients then lose the tool or
 * the session (makenotion/notion-mcp-server#340, anthropics/claude-code#657). Lowering only relaxes.
 */
export function lowerRoot(
  schema: JsonObject,
  defs: ReadonlyMap<string, JsonObject>,
  seen: ReadonlySet<string> = new Set(),
): Fields {
  const fields = ownFields(schema);
  if (!isCombined(schema)) return fields;
  const referred = definition(schema, defs, seen);
  if (referred !== undefined) addAll(fields, lowerRoot(referred.schema, defs, referred.seen));
  for (const branch of branchesOf(schema['allOf'])) addAll(fields, lowerRoot(branch, defs, seen));
  for (const word of ['anyOf', 'oneOf'] as const) {
    const branches = branchesOf(schema[word]).map((branch) => lowerRoot(branch, defs, seen));
    if (branches.length > 0) addAlternatives(fields, branches, word);
  }
  const dependent = isObject(schema['dependentSchemas'])
    ? Object.values(schema['dependentSchemas'])
    : [];
  for (const branch of branchesOf([schema['then'], schema['else'], ...dependent])) {
    for (const [name, value] of lowerRoot(branch, defs, seen).props)
      if (!fields.props.has(name)) fields.props.set(name, value);
  }
  return fields;
}

function isCombined(schema: JsonObject): boolean {
  for (const key of Object.keys(schema)) if (combining.has(key)) return true;
  return false;
}

function ownFields(schema: JsonObject): Fields {
  const fields: Fields = { props: new Map(), never: new Set(), required: [], notes: [] };
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  for (const name of Object.keys(properties)) {
    const value = properties[name];
    if (value === false) fields.never.add(name);
    else fields.props.set(name, isObject(value) ? value : {});
  }
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  for (const name of required) if (typeof name === 'string') require(fields, name);
  return fields;
}

function definition(
  schema: JsonObject,
  defs: ReadonlyMap<string, JsonObject>,
  seen: ReadonlySet<string>,
): { readonly schema: JsonObject; readonly seen: ReadonlySet<string> } | undefined {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return undefined;
  const key = ref.slice('#/$defs/'.length);
  const found = defs.get(key);
  return found === undefined || seen.has(key)
    ? undefined
    : { schema: found, seen: new Set([...seen, key]) };
}

// A branch that is `true` adds nothing, one that is `false` is never taken.
function branchesOf(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).flatMap((branch) =>
    isObject(branch) ? [branch] : branch === true ? [{}] : [],
  );
}

function addAll(fields: Fields, more: Fields): void {
  for (const [name, value] of more.props) {
    const own = fields.props.get(name);
    if (own === undefined) fields.props.set(name, value);
    else if (canonicalSchema(own) !== canonicalSchema(value))
      fields.props.set(name, { allOf: [own, value] });
  }
  for (const name of more.never) fields.never.add(name);
  for (const name of more.required) require(fields, name);
  fields.notes.push(...more.notes);
}

function addAlternatives(
  fields: Fields,
  branches: readonly Fields[],
  word: 'anyOf' | 'oneOf',
): void {
  const found = new Map<string, JsonObject[]>();
  for (const { props } of branches) {
    for (const [name, value] of props) {
      if (fields.props.has(name)) continue;
      const known = found.get(name) ?? [];
      if (!known.some((other) => canonicalSchema(other) === canonicalSchema(value)))
        known.push(value);
      found.set(name, known);
    }
  }
  for (const [name, [first = {}, ...others]] of found)
    fields.props.set(name, others.length === 0 ? first : { anyOf: [first, ...others] });
  const [head, ...tail] = branches;
  for (const name of head?.required ?? [])
    if (tail.every((branch) => branch.required.includes(name))) require(fields, name);
  const rests = branches.map((branch) =>
    branch.required.filter((name) => !fields.required.includes(name)),
  );
  if (rests.some((rest) => rest.length === 0)) return;
  const choice = word === 'anyOf' ? 'at least one of' : 'exactly one of';
  fields.notes.push(`Provide ${choice}: ${rests.map((rest) => rest.join(' + ')).join(' | ')}`);
}

function require(fields: Fields, name: string): void {
  if (!fields.required.includes(name)) fields.required.push(name);
}
