/** Midnight in the system's time zone, epoch milliseconds. */
export function startOfDay(ts: number): number {
  return new Date(ts).setHours(0, 0, 0, 0);
}
