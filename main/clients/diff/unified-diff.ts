const context = 3;
// Above this a table of the middle lines would need too much memory; the whole middle is shown as replaced then.
const mostCells = 4_000_000;

type Line = readonly [mark: ' ' | '-' | '+', text: string];

/** What `diff -u` prints; empty when nothing differs. An absent file is `/dev/null`. */
export function unifiedDiff(
  file: string,
  before: string | undefined,
  after: string | undefined,
): string {
  if (before === after) return '';
  const lines = compare(toLines(before ?? ''), toLines(after ?? ''));
  const names = [
    before === undefined ? '/dev/null' : file,
    after === undefined ? '/dev/null' : file,
  ];
  return [`--- ${names[0] ?? ''}\n`, `+++ ${names[1] ?? ''}\n`, ...hunks(lines)].join('');
}

/** Lines with their line breaks, so that a changed line end or a missing last one is a change. */
function toLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  let head = 0;
  while (head < before.length && before[head] === after[head] && head < after.length) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  const keep = (text: string): Line => [' ', text];
  return [
    ...before.slice(0, head).map(keep),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(keep),
  ];
}

/** Longest common subsequence of what is left. */
function middle(before: readonly string[], after: readonly string[]): readonly Line[] {
  if (before.length * after.length > mostCells)
    return [...before.map((text): Line => ['-', text]), ...after.map((text): Line => ['+', text])];
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      table[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old = '', fresh = ''] = [before[row], after[column]];
    if (row < before.length && column < after.length && old === fresh) {
      lines.push([' ', old]);
      row += 1;
      column += 1;
    } else if (
      row < before.length &&
      (column >= after.length || at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push(['-', old]);
      row += 1;
    } else {
      lines.push(['+', fresh]);
      column += 1;
    }
  }
  return lines;
}

function hunks(lines: readonly Line[]): readonly string[] {
  const changed = lines.flatMap(([mark], index) => (mark === ' ' ? [] : [index]));
  const spans: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = spans.at(-1);
    if (last !== undefined && index - last.to <= 2 * context) last.to = index;
    else spans.push({ from: index, to: index });
  }
  return spans.map(({ from, to }) => {
    const start = Math.max(0, from - context);
    const part = lines.slice(start, to + context + 1);
    const before = lines.slice(0, start);
    const header = `@@ -${range(before, part, '+')} +${range(before, part, '-')} @@\n`;
    return header + part.map(([mark, text]) => mark + whole(text)).join('');
  });
}

function range(before: readonly Line[], part: readonly Line[], other: '+' | '-'): string {
  const count = (lines: readonly Line[]): number => lines.filter(([mark]) => mark !== other).length;
  const length = count(part);
  return `${count(before) + (length === 0 ? 0 : 1)},${length}`;
}

function whole(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n\\ No newline at end of file\n`;
}
