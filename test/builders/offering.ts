import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { fileURLToPath } from 'node:url';
import { callTool } from './running-gateway.ts';
import { textOf } from './stdio-client.ts';

const program = fileURLToPath(new URL('../fakes/offering-server.mjs', import.meta.url));

export interface OfferingOptions {
  readonly resources?: readonly string[];
  readonly templates?: readonly string[];
  readonly prompts?: readonly string[];
  /** Capabilities it does not declare. */
  readonly lacks?: readonly string[];
  readonly pageSize?: number;
  /** So many resources more. */
  readonly many?: number;
  /** Hands out the same cursor again and again. */
  readonly endless?: boolean;
  /** Told in everything that is read. */
  readonly secret?: string;
  /** Answers resources/list with something else. */
  readonly broken?: boolean;
}

/** An entry of backends.yaml, or of a unit's own backends. */
export function offering(name: string, options: OfferingOptions = {}): Record<string, unknown> {
  const args = [program, name, JSON.stringify(options)];
  return { name, transport: 'stdio', command: process.execPath, args };
}

export interface Seen {
  readonly seen: readonly { readonly method: string; readonly params?: Record<string, unknown> }[];
  readonly capabilities: Record<string, unknown>;
  readonly held: number;
}

/** What the server was asked so far. */
export async function seenBy(client: Client, backend: string): Promise<Seen> {
  return JSON.parse(textOf(await callTool(client, `${backend}_seen`))) as Seen;
}
