/** A YAML or JSON scalar as text; numbers never in exponent form, which services do not read. */
export function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return value === undefined ? '' : JSON.stringify(value);
}

function plainNumber(value: number): string {
  const text = String(value);
  const found = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (found === null) return text;
  const [, sign = '', whole = '', fraction = '', power = '0'] = found;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
