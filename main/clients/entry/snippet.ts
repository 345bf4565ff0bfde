import { formatOf } from '../formats/format-of.ts';
import type { Client, EntryShape } from '../registry/client-schema.ts';
import { entryFields } from './entry-fields.ts';
import type { Launch } from './launcher.ts';

/** A whole small document with our entry, in the client's own format; for a client nobody knows, the usual JSON. */
export function snippetFor(
  client: Pick<Client, 'format' | 'key'> | undefined,
  shape: EntryShape,
  name: string,
  launch: Launch,
): string {
  const place = { key: client?.key ?? ['mcpServers'], name, isList: shape.isList };
  const format = formatOf(client?.format ?? 'json');
  return format.read('', place).insert(entryFields(shape, name, launch));
}
