// A form out of a JSON Schema: what one line can hold gets a control of its own, the rest is JSON.

type FieldKind = 'text' | 'number' | 'choice' | 'words' | 'json';

export interface TryField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Of a choice, as text. */
  readonly options: readonly string[];
  /** What the tool takes when nothing is given; shown where the value would stand. */
  readonly fallback: string;
  readonly hint: string;
  readonly isInteger: boolean;
}

export type FieldFault = 'needed' | 'notNumber' | 'notJsonValue';

type Schema = Readonly<Record<string, unknown>>;

export function fieldsOf(schema: Schema): readonly TryField[] {
  const properties = schema['properties'];
  if (!isRecord(properties)) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(properties).map(([name, value]) =>
    toField(name, isRecord(value) ? value : {}, required.includes(name)),
  );
  // What is needed comes first; the rest stays in the author's order.
  return [
    ...fields.filter((each) => each.isRequired),
    ...fields.filter((each) => !each.isRequired),
  ];
}

/** The arguments as the tool wants them; an empty control is an argument that is not given. */
export function argumentsOf(
  fields: readonly TryField[],
  texts: Readonly<Record<string, string>>,
): {
  readonly args: Readonly<Record<string, unknown>>;
  readonly faults: ReadonlyMap<string, FieldFault>;
} {
  const args: Record<string, unknown> = {};
  const faults = new Map<string, FieldFault>();
  for (const field of fields) {
    const text = texts[field.name] ?? '';
    if (text.trim() === '') {
      if (field.isRequired) faults.set(field.name, 'needed');
      continue;
    }
    const read = valueOf(field, text);
    if ('fault' in read) faults.set(field.name, read.fault);
    else args[field.name] = read.value;
  }
  return { args, faults };
}

function toField(name: string, schema: Schema, isRequired: boolean): TryField {
  const type = typeOf(schema);
  const fallback = schema['default'];
  const description = schema['description'];
  const options = optionsOf(schema, type);
  return {
    name,
    kind: options.length > 0 ? 'choice' : kindOf(schema, type),
    isRequired,
    options,
    fallback:
      fallback === undefined
        ? ''
        : typeof fallback === 'string'
          ? fallback
          : JSON.stringify(fallback),
    hint: typeof description === 'string' ? description : '',
    isInteger: type === 'integer',
  };
}

function typeOf({ type }: Schema): string {
  if (typeof type === 'string') return type;
  const named = Array.isArray(type) ? type.filter((each) => each !== 'null') : [];
  return named.length === 1 ? String(named[0]) : '';
}

function optionsOf(schema: Schema, type: string): readonly string[] {
  const { enum: values } = schema as { enum?: unknown };
  if (Array.isArray(values) && values.every((each) => typeof each === 'string')) return values;
  return type === 'boolean' ? ['true', 'false'] : [];
}

function kindOf(schema: Schema, type: string): FieldKind {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  const items = schema['items'];
  return type === 'array' && isRecord(items) && typeOf(items) === 'string' ? 'words' : 'json';
}

function valueOf(
  { kind, options, isInteger }: TryField,
  text: string,
): { readonly value: unknown } | { readonly fault: FieldFault } {
  switch (kind) {
    case 'text':
      return { value: text };
    case 'choice':
      return { value: options.join() === 'true,false' ? text === 'true' : text };
    case 'words':
      return { value: text.split(',').flatMap((word) => word.trim() || []) };
    case 'number': {
      const value = Number(text.replace(',', '.'));
      const isGood = Number.isFinite(value) && (!isInteger || Number.isInteger(value));
      return isGood ? { value } : { fault: 'notNumber' };
    }
    case 'json':
      try {
        return { value: JSON.parse(text) as unknown };
      } catch {
        return { fault: 'notJsonValue' };
      }
  }
}

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
