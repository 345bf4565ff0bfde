import type { Fields, FieldValue } from '../formats/entry-format.ts';
import type { EntryShape } from '../registry/client-schema.ts';
import type { Launch } from './launcher.ts';

/** The entry as this client wants it, in the order written. */
export function entryFields({ fields }: EntryShape, name: string, launch: Launch): Fields {
  const values: Readonly<Record<string, FieldValue>> = {
    '{name}': name,
    '{command}': launch.command,
    '{args}': launch.args,
    '{commandLine}': [launch.command, ...launch.args],
  };
  return Object.entries(fields).map(([field, value]) => [
    field,
    typeof value === 'string' ? (values[value] ?? value) : value,
  ]);
}

/** What an update of our own entry may touch: how it is started, and fields the client insists on. */
export function updateFields(shape: EntryShape, fields: Fields, entry: object): Fields {
  const required = ['type', 'name', 'transport', 'tools'];
  return fields.filter(([field]) => {
    const template = shape.fields[field];
    if (typeof template === 'string' && /^\{(command|args|commandLine)\}$/.test(template))
      return true;
    return required.includes(field) && !Object.hasOwn(entry, field);
  });
}
