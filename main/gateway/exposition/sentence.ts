/** One line without its final period, to be joined with others by `. `. */
export function sentence(text: string): string {
  const line = text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
  return line.endsWith('.') && !line.endsWith('..') ? line.slice(0, -1) : line;
}

/** The parts that say something, joined by `. `. */
export function sentences(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('. ');
}

const most = 80;

/** What the author gave as short form, else the first sentence; at most 80 characters, cut at a word. */
export function shortForm(
  declared: string | undefined,
  description: string | undefined,
  fallback: string,
): string {
  const full = (description ?? '').trim();
  const own = (declared ?? '').trim();
  const text = sentence(own === '' ? (/^.*?[.!?](?=\s|$)/.exec(full)?.[0] ?? full) : own);
  const points = Array.from(text);
  if (points.length <= most) return text === '' ? fallback : text;
  const head = points.slice(0, most - 1);
  const space = head.lastIndexOf(' ');
  return `${head.slice(0, space > 40 ? space : most - 1).join('')}…`;
}
