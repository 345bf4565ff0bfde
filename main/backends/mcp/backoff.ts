const firstMs = 500;
const mostMs = 30_000;

/** Wait before try `failures` + 1: doubling to 30 s, spread by ±25 % so that backends don't return in step. */
export function backoffMs(failures: number, random: number): number {
  const plain = Math.min(mostMs, firstMs * 2 ** (failures - 1));
  return Math.round(plain * (0.75 + random / 2));
}
