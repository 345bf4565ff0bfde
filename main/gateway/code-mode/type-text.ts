// Pieces of TypeScript as text.

// A longer one costs more than it tells.
const longestLiteral = 200;

/** Quoted unless it is an identifier. */
export function fieldName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** One line of at most so many characters, and no way out of the comment. */
export function safeComment(text: string, longest = Infinity): string {
  // Cut before it is cleaned: half a pair of surrogates is no character.
  const head =
    text.length > longest ? text.slice(0, longest).replace(/[\ud800-\udbff]$/, '') : text;
  return head.replace(/\s+/g, ' ').replaceAll('*/', '* /').trim();
}

export function intersection(parts: readonly string[]): string {
  if (parts.length === 1) return parts[0] ?? 'unknown';
  return parts.map((part) => (part.includes(' | ') ? `(${part})` : part)).join(' & ');
}

export function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.length === 0) return 'never';
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ');
}

export function literal(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'unknown';
  const text = JSON.stringify(value);
  return text.length > longestLiteral ? typeof value : text;
}

/** What all of the values are; `unknown` when they differ. */
export function kindOf(values: readonly unknown[]): string {
  const [kind = 'unknown', ...others] = new Set(values.map((value) => typeof value));
  return others.length > 0 || kind === 'object' ? 'unknown' : kind;
}
