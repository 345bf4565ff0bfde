// Channels of the clients page, to be spread into `requests` and `events` as `channel-names.ts` names them.
import { z } from 'zod';
import { clientChangeView, clientSnippetView, clientView, conflictChoice } from './client-views.ts';

const id = z.string().min(1).max(100);
const changes = z.array(clientChangeView);

const action = z.strictObject({
  id,
  /** Nothing is written; the answer is the preview. */
  dryRun: z.boolean(),
  profiles: z.boolean().default(false),
  conflict: conflictChoice.default('refuse'),
});

export const clientRequests = {
  'clients:list': { input: z.undefined(), output: z.array(clientView) },
  'clients:install': { input: action, output: changes },
  'clients:installAll': { input: z.strictObject({ dryRun: z.boolean() }), output: changes },
  'clients:remove': { input: action, output: changes },
  'clients:repair': { input: action, output: changes },
  /** For a client nobody knows: `id` is the label it gets. */
  'clients:snippet': { input: z.strictObject({ id: id.nullable() }), output: clientSnippetView },
  /** Into the clipboard. */
  'clients:copy': { input: z.strictObject({ id: id.nullable() }), output: z.null() },
  /** The window names a client, never a path or a link. */
  'clients:openFile': { input: z.strictObject({ id }), output: z.null() },
  'clients:openLink': { input: z.strictObject({ id }), output: z.null() },
  'clients:openBundle': { input: z.undefined(), output: z.null() },
} as const;

export const clientEvents = { 'clients:changed': z.array(clientView) } as const;
