/** Both lists of scopes as one; undefined when neither names any. */
export function unitedScopes(...lists: readonly (string | undefined)[]): string | undefined {
  const words = new Set(lists.flatMap(wordsOf));
  return words.size === 0 ? undefined : [...words].join(' ');
}

/** Whether `have` holds every scope of `wanted`. */
export function coversScopes(have: string | undefined, wanted: string | undefined): boolean {
  const known = wordsOf(have);
  return wordsOf(wanted).every((word) => known.includes(word));
}

function wordsOf(list: string | undefined): readonly string[] {
  return (list ?? '').split(/\s+/).filter((word) => word !== '');
}
