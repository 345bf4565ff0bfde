type Fields = Record<string, unknown>;

/** `a.b` → `{ a: { b } }`. Where another value is in the way the literal key stays. */
export function nestKeys(
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const nested: Fields = Object.create(null) as Fields;
  const dotted = Object.keys(fields).filter((key) => isDotted(key));
  for (const key of Object.keys(fields)) if (!isDotted(key)) nested[key] = fields[key];
  // Objects that a caller gave are never written into.
  const own = new Set<unknown>([nested]);
  for (const key of dotted)
    if (!place(nested, key.split('.'), fields[key], own)) nested[key] = fields[key];
  return nested;
}

/** A dot at either end, or two in a row, separates nothing. */
function isDotted(key: string): boolean {
  return key.includes('.') && key.split('.').every((part) => part !== '');
}

function place(
  target: Fields,
  keys: readonly string[],
  value: unknown,
  own: Set<unknown>,
): boolean {
  const [key = '', ...rest] = keys;
  if (rest.length === 0) {
    if (key in target) return false;
    target[key] = value;
    return true;
  }
  if (!(key in target)) {
    const inner = Object.create(null) as Fields;
    own.add(inner);
    target[key] = inner;
  }
  const inner = target[key];
  return own.has(inner) && place(inner as Fields, rest, value, own);
}
