// `${NAME}` works the same in every text of a backend entry. A missing variable is an error that names
// it: sending the literal, or an empty string, has cost users of other gateways hours.
import type { Environment } from './paths.ts';
import type { BackendEntry } from './schema/backend-entry.ts';

const pattern = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

export interface MissingVariable {
  readonly name: string;
  /** Path of the text inside the entry. */
  readonly path: readonly PropertyKey[];
}

/** A copy of `entry` with every `${NAME}` replaced, or the list of what is missing. */
export function expandVariables(
  entry: BackendEntry,
  env: Environment,
): { readonly entry: BackendEntry; readonly missing: readonly MissingVariable[] } {
  const missing: MissingVariable[] = [];
  const expand = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (typeof value === 'string') {
      return value.replace(pattern, (literal, name: string) => {
        const found = env[name];
        if (found === undefined) missing.push({ name, path });
        return found ?? literal;
      });
    }
    if (Array.isArray(value)) return value.map((item, index) => expand(item, [...path, index]));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, expand(item, [...path, key])]),
      );
    }
    return value;
  };
  // Expansion changes texts only, never the shape.
  return { entry: expand(entry, []) as BackendEntry, missing };
}
