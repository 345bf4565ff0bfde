/** `a, b and 3 more`: the first `most` of the texts, and how many there are besides. */
export function someOf(texts: readonly string[], most: number): string {
  const more = texts.length - most;
  return `${texts.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
