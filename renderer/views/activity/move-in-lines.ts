/** The number of the line a key leads to; undefined for a key that does not move. */
export function moveInLines(
  count: number,
  from: number,
  key: string,
  pageSize: number,
): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + pageSize,
    PageUp: from - pageSize,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(Math.max(target, 0), count - 1);
}
