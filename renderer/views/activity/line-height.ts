import type { ActivityLine } from './activity-lines.ts';

// The same numbers as in styles/activity.css; the list computes positions without measuring.
const callHeight = 34;
const subCallHeight = 28;
const narrowHeight = 48;
export const headHeight = 28;

/** At this width of the list and below, a row takes two lines and sub-calls show in the drawer only. */
export const narrowBelow = 560;

export function lineHeight({ depth }: ActivityLine, isNarrow: boolean): number {
  if (isNarrow) return narrowHeight;
  return depth === 0 ? callHeight : subCallHeight;
}
