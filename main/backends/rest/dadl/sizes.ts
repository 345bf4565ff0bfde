// Sizes and durations as Go programs write them, because DADL's first runtime is one.
const sizeUnits: Readonly<Record<string, number>> = { '': 0, b: 0, k: 1, m: 2, g: 3 };
const durationUnits: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** `5MB` in bytes, 1024-based whatever the spelling; undefined when it is no size above zero. */
export function parseSize(text: string): number | undefined {
  const found = /^\s*(\d+(?:\.\d+)?)\s*(?:([kmg])(?:i?b)?|b)?\s*$/i.exec(text);
  if (found === null) return undefined;
  const power = sizeUnits[(found[2] ?? '').toLowerCase()] ?? 0;
  const bytes = Math.floor(Number(found[1]) * 1024 ** power);
  return bytes > 0 ? bytes : undefined;
}

/** `1h30m` in milliseconds; undefined when it is no duration. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '0') return 0;
  const part = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/y;
  let total = 0;
  while (part.lastIndex < trimmed.length) {
    const found = part.exec(trimmed);
    if (found === null) return undefined;
    total += Number(found[1]) * (durationUnits[found[2] ?? ''] ?? 0);
  }
  return trimmed === '' ? undefined : total;
}
