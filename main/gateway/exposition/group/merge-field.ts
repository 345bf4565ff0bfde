import { canonicalData, canonicalSchema, without } from '../json.ts';
import type { JsonObject } from '../model.ts';
import { remarks } from '../schema/schema-positions.ts';
import { sentence, sentences } from '../sentence.ts';
import { allowedValues, relaxScalars } from './relax-scalars.ts';

/** One action's version of a field. */
export interface Variant {
  readonly action: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

interface Form {
  readonly core: JsonObject;
  readonly variants: readonly Variant[];
}

interface MutableForm extends Form {
  readonly variants: Variant[];
}

// Longer lists of values cost more than they tell.
const mostValues = 24;

/** One property for all actions that have the field; `isEverywhere`: no visible action is without it. */
export function mergeField(variants: readonly Variant[], isEverywhere: boolean): JsonObject {
  const forms = toForms(variants);
  const core = mergeCores(forms);
  const description = sentences([
    core.isSplit ? '' : baseText(variants),
    core.isRelaxed ? allowedText(variants) : '',
    requirement(variants, isEverywhere),
  ]);
  return { ...core.schema, ...shared(variants), description };
}

function toForms(variants: readonly Variant[]): readonly Form[] {
  const forms = new Map<string, MutableForm>();
  // Most variants are written alike; only what differs as text is compared by meaning.
  let last: { readonly schema: JsonObject; readonly form: MutableForm } | undefined;
  const seen = new Map<string, { readonly core: JsonObject; readonly key: string }>();
  for (const variant of variants) {
    if (last !== undefined && isAlike(last.schema, variant.schema)) {
      last.form.variants.push(variant);
      continue;
    }
    const text = JSON.stringify(variant.schema);
    let known = seen.get(text);
    if (known === undefined) {
      const core = without(variant.schema, remarks);
      seen.set(text, (known = { core, key: canonicalSchema(core) }));
    }
    const { core, key } = known;
    let form = forms.get(key);
    if (form === undefined) forms.set(key, (form = { core, variants: [] }));
    form.variants.push(variant);
    last = { schema: variant.schema, form };
  }
  return [...forms.values()];
}

/** The same keys with the same plain values; anything nested is compared elsewhere. */
function isAlike(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => typeof a[key] !== 'object' && a[key] === b[key]);
}

function mergeCores(forms: readonly Form[]): {
  readonly schema: JsonObject;
  readonly isRelaxed?: boolean;
  readonly isSplit?: boolean;
} {
  const cores = forms.map(({ core }) => core);
  if (cores.length === 1) return { schema: cores[0] ?? {} };
  if (cores.some((core) => Object.keys(core).length === 0)) return { schema: {} };
  const relaxed = relaxScalars(cores);
  if (relaxed !== undefined) return { schema: relaxed, isRelaxed: true };
  // Different things under one name. Nested objects and arrays are never merged: which parts belong
  // together would be lost.
  const anyOf = forms.map(({ core, variants }) => ({
    ...core,
    description: sentences([baseText(variants), `For: ${names(variants)}`]),
  }));
  return { schema: { anyOf }, isSplit: true };
}

/** What the actions say of the field; where they differ, who says what. */
function baseText(variants: readonly Variant[]): string {
  const said = new Map<string, string[]>();
  const read = new Map<unknown, string>();
  for (const { action, schema } of variants) {
    const { description } = schema;
    let text = read.get(description);
    if (text === undefined)
      read.set(description, (text = typeof description === 'string' ? sentence(description) : ''));
    if (text === '') continue;
    const known = said.get(text);
    if (known === undefined) said.set(text, [action]);
    else known.push(action);
  }
  if (said.size <= 1) return [...said.keys()].join('');
  return [...said].map(([text, actions]) => `${actions.join('/')}: ${text}`).join('; ');
}

function allowedText(variants: readonly Variant[]): string {
  const lists = new Map<string, { values: readonly unknown[]; actions: string[] }>();
  let hasFree = false;
  for (const { action, schema } of variants) {
    const values = allowedValues(schema);
    if (values === undefined) {
      hasFree = true;
      continue;
    }
    const key = canonicalSchema({ enum: values });
    const known = lists.get(key);
    if (known === undefined) lists.set(key, { values, actions: [action] });
    else known.actions.push(action);
  }
  const entries = [...lists.values()];
  const total = entries.reduce((sum, { values }) => sum + values.length, 0);
  if (entries.length === 0 || (entries.length === 1 && !hasFree) || total > mostValues) return '';
  const texts = entries.map(
    ({ values, actions }) => `${actions.join(', ')} = ${values.map(valueText).join(' | ')}`,
  );
  return `Allowed: ${texts.join('; ')}`;
}

function requirement(variants: readonly Variant[], isEverywhere: boolean): string {
  const required = variants.filter(({ isRequired }) => isRequired);
  const optional = variants.filter(({ isRequired }) => !isRequired);
  if (required.length === 0) return `For: ${names(optional)}`;
  if (optional.length > 0) return `Required for: ${names(required)}. For: ${names(optional)}`;
  return isEverywhere ? '(always required)' : `Required for: ${names(required)}`;
}

/** Defaults, examples and the like that every action declares alike; a wrong default is worse than none. */
function shared(variants: readonly Variant[]): JsonObject {
  const [first, ...others] = variants;
  if (first === undefined) return {};
  const entries = Object.entries(first.schema).filter(
    ([key, value]) =>
      key !== 'description' &&
      remarks.has(key) &&
      others.every(
        ({ schema }) =>
          Object.hasOwn(schema, key) && canonicalData(schema[key]) === canonicalData(value),
      ),
  );
  return Object.fromEntries(entries);
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function names(variants: readonly Variant[]): string {
  return variants.map(({ action }) => action).join(', ');
}
