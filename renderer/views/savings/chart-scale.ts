/** A round number at or above the largest value, and how many steps lead to it. */
export function scaleFor(largest: number): { readonly top: number; readonly steps: number } {
  if (largest <= 0) return { top: 1000, steps: 2 };
  const power = 10 ** Math.floor(Math.log10(largest));
  for (const [factor, steps] of [
    [1, 2],
    [2, 4],
    [4, 4],
    [5, 5],
    [10, 5],
  ] as const)
    if (factor * power >= largest) return { top: factor * power, steps };
  return { top: 10 * power, steps: 5 };
}
