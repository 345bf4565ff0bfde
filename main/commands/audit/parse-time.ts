import { UsageError } from '../command.ts';

const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `2026-11-29`, `2026-11-29T10:00`, or how long before `now`: `15m`. Epoch milliseconds. */
export function parseTime(text: string, now: number): number {
  const ago = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text);
  if (ago !== null) return now - Number(ago[1]) * (unitMs[ago[2] ?? ''] ?? 0);
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new UsageError(`"${text}" is no time; write 2026-11-29, 2026-11-29T10:00 or 15m, 2h, 7d`);
}
