export interface ChangedSpan {
  /** Line of the change, from 1. */
  readonly line: number;
  readonly removed: string;
  readonly added: string;
}

/**
 * The changed bytes alone. Neighbouring lines hold other programs' keys, and a one-line file is one line, so the window
 * is shown this and not a diff with context.
 */
export function changedSpan(before = '', after = ''): ChangedSpan | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  return {
    line: before.slice(0, head).split('\n').length,
    removed: before.slice(head, before.length - tail),
    added: after.slice(head, after.length - tail),
  };
}
