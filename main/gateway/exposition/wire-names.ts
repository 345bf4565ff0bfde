import { createHash } from 'node:crypto';
import type { Diagnostic, Exposition } from './model.ts';

/** Something that wants a name: a tool, or a namespace shown as one. */
export interface Nameable {
  /** Canonical id of the tool, or the namespace; what the hash is made of. */
  readonly id: string;
  readonly raw: string;
}

interface AssignedNames {
  readonly names: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

type NameRules = Pick<Exposition, 'charset' | 'nameLimit' | 'reserved'>;

/** A name the client takes; what is too long keeps its head and a hash of the whole. */
export function toWireName({ raw, id }: Nameable, rules: NameRules): string {
  const clean = sanitise(raw, rules);
  return clean.length <= rules.nameLimit ? clean : withHash(clean, id, 8, rules);
}

/**
 * A name for each, in their order. Of a clash every member gets a hash: no unit takes another's name by
 * being first, and the order does not matter.
 */
export function assignNames(items: readonly Nameable[], rules: NameRules): AssignedNames {
  const diagnostics: Diagnostic[] = [];
  let names = items.map((item) => toWireName(item, rules));
  for (const digits of [8, 16]) {
    if (new Set(names).size === names.length && !names.some((name) => rules.reserved.has(name)))
      break;
    const clashes = new Map<string, Nameable[]>();
    for (const [index, item] of items.entries()) {
      const name = names[index] ?? '';
      const sharing = clashes.get(name);
      if (sharing === undefined) clashes.set(name, [item]);
      else sharing.push(item);
    }
    const bad = new Set<string>();
    for (const [name, sharing] of clashes) {
      if (sharing.length < 2 && !rules.reserved.has(name)) continue;
      bad.add(name);
      const code = sharing.length < 2 ? 'NAME_RESERVED' : 'NAME_COLLISION';
      diagnostics.push({ code, name, tools: sharing.map(({ id }) => id) });
    }
    if (bad.size === 0) break;
    names = names.map((name, index) => {
      const item = items[index];
      return item !== undefined && bad.has(name)
        ? withHash(sanitise(item.raw, rules), item.id, digits, rules)
        : name;
    });
  }
  return { names, diagnostics };
}

function sanitise(raw: string, { charset }: NameRules): string {
  if (/^[A-Za-z0-9_-]*$/.test(raw)) return raw;
  return raw.replace(charset === 'mcp' ? /[^A-Za-z0-9_.-]/gu : /[^A-Za-z0-9_-]/gu, '_');
}

function withHash(clean: string, id: string, digits: number, { nameLimit }: NameRules): string {
  const hash = createHash('sha256').update(id).digest('hex').slice(0, digits);
  return `${clean.slice(0, nameLimit - digits - 1)}_${hash}`;
}
