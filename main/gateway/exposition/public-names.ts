import { createHash } from 'node:crypto';

// Clients check ^[a-zA-Z0-9_-]{1,64}$ and some drop the whole list for one bad name.
const maxLength = 64;

/** The gateway's own tools in code mode. */
const builtIn = new Set(['discover_tools', 'execute_code']);

// ChatGPT and others keep these for themselves; a backend's tool of that name stays prefixed.
const reserved = new Set([
  ...['web_search', 'code_interpreter', 'file_search', 'computer_use'],
  ...builtIn,
]);

export function isBuiltInName(name: string): boolean {
  return builtIn.has(name);
}

export function isReservedName(name: string): boolean {
  return reserved.has(name);
}

/** A name every client takes; a long one keeps a readable head and a stable hash of the whole. */
export function toPublicName(name: string): string {
  if (name.length <= maxLength && /^[A-Za-z0-9_-]*$/.test(name)) return name;
  const clean = name.replace(/[^A-Za-z0-9_-]/gu, '_');
  return clean.length <= maxLength ? clean : withHash(clean, name);
}

/** `clean` with eight characters of the hash of `identity`, within the limit. */
export function withHash(clean: string, identity: string): string {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 8);
  return `${clean.slice(0, maxLength - 9)}_${hash}`;
}
