import type { ClientSnippetView } from '../contract/client-views.ts';
import type { ClientInstaller } from './client-installer.ts';
import { entryName } from './entry/entry-name.ts';
import { snippetFor } from './entry/snippet.ts';
import { shapeOf } from './registry/known-clients.ts';

/** An id nobody knows becomes the label of the entry: the audit and the access rules know the client by it. */
export function snippetOf({ world }: ClientInstaller, id = 'client'): ClientSnippetView {
  const { registry, launcher } = world;
  const client = registry.clients.find((one) => one.id === id && one.format !== undefined);
  const shape = client === undefined ? { fields: plain, isList: false } : shapeOf(registry, client);
  const text = snippetFor(client, shape, entryName, launcher.launchFor(id));
  const format = client?.format ?? 'json';
  const isJson = format === 'json-comments' || format === 'json-tolerant';
  return { text, language: isJson ? 'json' : format };
}

const plain = { command: '{command}', args: '{args}' };
