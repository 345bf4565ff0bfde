import type { CallRow } from '../../state/call-row.ts';

/** How many calls at the top are newer than the newest one shown; none when that one is gone. */
export function heldBack(roots: readonly CallRow[], newestShown: string | undefined): number {
  if (newestShown === undefined) return 0;
  return Math.max(
    0,
    roots.findIndex(({ id }) => id === newestShown),
  );
}
