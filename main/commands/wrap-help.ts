// Help is written for 120 columns; a narrower terminal would break it in the middle of words.

// A column of descriptions that leaves less than this is given up.
const leastWidth = 20;

/** The text for a terminal of so many columns; as it is where nobody knows how many. */
export function wrapHelp(text: string, columns: number | undefined): string {
  if (columns === undefined || text.split('\n').every((line) => line.length <= columns))
    return text;
  return joinProse(text.split('\n'))
    .flatMap((line) => wrapLine(line, columns))
    .join('\n');
}

/** Lines of one sentence as one line; what begins with an option or has a column of its own stays. */
function joinProse(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1) ?? '';
    if (goesOn(before, line)) joined[joined.length - 1] = `${before} ${line.trimStart()}`;
    else joined.push(line);
  }
  return joined;
}

function goesOn(before: string, line: string): boolean {
  if (isProse(line)) return isProse(before) && !line.startsWith('--');
  const { start, description } = layoutOf(line);
  return description === undefined && start > 0 && start === layoutOf(before).description;
}

function isProse(line: string): boolean {
  return /^\S/.test(line) && !/\s{2}/.test(line) && !line.startsWith('Usage:');
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (line.length <= columns) return [line];
  const { start, description } = layoutOf(line);
  if (description === undefined) return wrapped(line, columns, start === 0 ? 0 : start + 2);
  if (description <= columns - leastWidth) return wrapped(line, columns, description);
  const below = `${' '.repeat(start + 2)}${line.slice(description)}`;
  return [
    ...wrapped(line.slice(0, description).trimEnd(), columns, start + 2),
    ...wrapped(below, columns, start + 2),
  ];
}

function wrapped(line: string, columns: number, indent: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const first = rest.search(/\S/);
    const last = rest.lastIndexOf(' ', columns);
    // A word that is longer than a line is the terminal's to break.
    const cut = last > first ? last : rest.indexOf(' ', first);
    if (cut === -1) break;
    lines.push(rest.slice(0, cut).trimEnd());
    rest = `${' '.repeat(indent)}${rest.slice(cut).trimStart()}`;
  }
  return [...lines, rest];
}

/** Where the text of a line starts, and where the description behind it, if there is one. */
function layoutOf(line: string): {
  readonly start: number;
  readonly description: number | undefined;
} {
  const start = /^(?:[A-Z][a-z]+: +|\s*)/.exec(line)?.[0].length ?? 0;
  const gap = /\S\s{2,}(?=\S)/.exec(line.slice(start));
  return { start, description: gap === null ? undefined : start + gap.index + gap[0].length };
}
