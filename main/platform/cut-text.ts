const lastToken = /[\w.+/=~-]*$/;

/**
 * At most `most` characters and a "…". What could be a key is kept whole or not at all: the text may be
 * scrubbed later, and nobody knows half a key again.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const isInToken = lastToken.exec(text.slice(most, most + 1))?.[0] !== '';
  const head = text.slice(0, most);
  return `${isInToken ? head.replace(lastToken, '') : head}…`;
}
