/** Whether no part of a value from JSON is nested deeper than this: whoever walks it has a stack that ends. */
export function isShallow(value: unknown, mostLevels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) return false;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null
        ? (Object.values(each) as unknown[]).filter((part) => typeof part === 'object')
        : [],
    );
  }
  return true;
}
