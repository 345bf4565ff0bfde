/** Which waiting calls the list shows: a list that is held takes no new one in, and keeps those it has. */
export function waitingShown(
  shown: readonly string[],
  waiting: readonly string[],
  isHolding: boolean,
): readonly string[] {
  if (!isHolding) return waiting;
  return shown.filter((id) => waiting.includes(id));
}
