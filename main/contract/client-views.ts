// What the window and the command line see of local MCP clients.
import { z } from 'zod';
import { clientNext } from './client-next.ts';

const clientStates = [
  'not-installed',
  /** The entry is there; the client has not come since: it needs a restart. */
  'installed',
  'connected',
  /** Our entry is there but starts an old place, or the client has dropped it. */
  'needs-repair',
  /** Somebody else's entry has our name. */
  'conflict',
] as const;
const clientState = z.enum(clientStates);
export type ClientState = z.infer<typeof clientState>;

const clientFileView = z.strictObject({
  file: z.string(),
  kind: z.enum([
    'user',
    'package',
    'beside-package',
    'flatpak',
    'profile',
    'remote',
    'legacy',
    'override',
  ]),
  exists: z.boolean(),
  state: clientState,
  /** In a conflict: what the entry that has our name starts; empty when that can't be told without its keys. */
  startsInstead: z.string().optional(),
  /** Why nothing can be done with this file, as one sentence. */
  problem: z.string().optional(),
});
export type ClientFileView = z.infer<typeof clientFileView>;

export const clientView = z.strictObject({
  /** Also the name of its icon. */
  id: z.string(),
  label: z.string(),
  /** It is on this machine. */
  isDetected: z.boolean(),
  state: clientState,
  /** What the user does next; absent when nothing is to do. */
  next: clientNext.optional(),
  files: z.array(clientFileView),
  /** The last time the client started us; absent when it never did. */
  lastSeen: z.strictObject({ at: z.number(), version: z.string() }).optional(),
  /** Other ways in: a link that the client opens, its own command, a bundle file. */
  routes: z.strictObject({
    link: z.string().optional(),
    command: z.string().optional(),
    bundle: z.boolean(),
  }),
  /** Day on which paths and entry were last confirmed. */
  confirmed: z.string(),
});
export type ClientView = z.infer<typeof clientView>;

export const conflictChoice = z.enum(['refuse', 'replace', 'other-name']);
export type ConflictChoice = z.infer<typeof conflictChoice>;

/** What an install or removal did to one file, or would do. */
export const clientChangeView = z.strictObject({
  client: z.string(),
  file: z.string(),
  outcome: z.enum([
    'installed',
    'updated',
    /** Somebody else's entry gave way; a removal brings it back. */
    'replaced',
    'unchanged',
    'removed',
    'restored',
    'absent',
    'left',
    'refused',
  ]),
  /** Set when refused: a stable word for programs. */
  reason: z.string().optional(),
  /** Set when refused: one sentence with file, line and reason. */
  problem: z.string().optional(),
  /** Only the bytes that change: neighbours hold other programs' keys. Absent when nothing changes. */
  change: z.strictObject({ line: z.int(), removed: z.string(), added: z.string() }).optional(),
  warnings: z.array(z.string()),
  /** How the client takes the change up; absent when nothing was changed. */
  next: clientNext.optional(),
});
export type ClientChangeView = z.infer<typeof clientChangeView>;

export const clientSnippetView = z.strictObject({
  text: z.string(),
  language: z.enum(['json', 'jsonc', 'toml', 'yaml']),
});
export type ClientSnippetView = z.infer<typeof clientSnippetView>;
