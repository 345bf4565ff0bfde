import type { ActivityLine } from './activity-lines.ts';

/** The line a key leads to; undefined for a key that does not move. */
export function moveInLines(
  lines: readonly ActivityLine[],
  from: ActivityLine,
  key: string,
  pageSize: number,
): ActivityLine | undefined {
  const at = lines.indexOf(from);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + pageSize,
    PageUp: at - pageSize,
    Home: 0,
    End: lines.length - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : lines[Math.min(Math.max(target, 0), lines.length - 1)];
}
