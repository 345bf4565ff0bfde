export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces several spans at once; offsets are those of the given text. */
export function splice(text: string, cuts: readonly Cut[]): string {
  const ordered = [...cuts].sort((left, right) => right.start - left.start);
  return ordered.reduce(
    (result, { start, end, text: fresh }) => result.slice(0, start) + fresh + result.slice(end),
    text,
  );
}

/** The file's own line end: the first one found. */
export function lineEndOf(text: string): string {
  const index = text.indexOf('\n');
  return index > 0 && text[index - 1] === '\r' ? '\r\n' : '\n';
}

/** Offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  // A negative start would count as 0, and find a line break that stands at the very beginning.
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset of the line break that ends the line, or of the end of the text. */
export function lineStop(text: string, offset: number): number {
  const index = text.indexOf('\n', offset);
  if (index === -1) return text.length;
  return index > offset && text[index - 1] === '\r' ? index - 1 : index;
}

/** Offset after the line break that ends the line. */
export function nextLine(text: string, offset: number): number {
  const index = text.indexOf('\n', offset);
  return index === -1 ? text.length : index + 1;
}

/** The blanks and tabs the line of `offset` begins with. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset + 1))?.[0] ?? '';
}

/** Only blanks stand before it on its line. */
export function isOnOwnLine(text: string, offset: number): boolean {
  return /^[ \t\uFEFF]*$/.test(text.slice(lineStart(text, offset), offset));
}

export function skipBlanks(text: string, offset: number): number {
  let at = offset;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

/** Offset where the run of blanks that ends at `offset` begins. */
export function blanksBefore(text: string, offset: number): number {
  let at = offset;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at -= 1;
  return at;
}

/** Where the line break before the line of `offset` begins; the line's own start when it is the first. */
export function breakBefore(text: string, offset: number): number {
  const start = lineStart(text, offset);
  if (start === 0) return 0;
  return text[start - 2] === '\r' ? start - 2 : start - 1;
}
