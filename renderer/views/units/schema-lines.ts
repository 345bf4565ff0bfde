import { fieldsOf, type TryField } from './try-form.ts';

export interface SchemaLine {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly fallback: string;
  readonly hint: string;
}

/** A schema as a programmer would write it down: one line for each argument. */
export function schemaLines(schema: Readonly<Record<string, unknown>>): readonly SchemaLine[] {
  return fieldsOf(schema).map((field) => ({
    name: field.name,
    isRequired: field.isRequired,
    type: typeText(field),
    fallback: field.fallback,
    hint: field.hint,
  }));
}

function typeText({ kind, options, isInteger }: TryField): string {
  if (kind === 'choice')
    return options.join() === 'true,false'
      ? 'boolean'
      : options.map((option) => JSON.stringify(option)).join(' | ');
  if (kind === 'number') return isInteger ? 'integer' : 'number';
  return { text: 'string', words: 'string[]', json: 'JSON' }[kind];
}
