import type { Fields, FieldValue } from '../entry-format.ts';

export function tomlKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : tomlString(name);
}

// A Windows path in a basic string starts escapes such as \U and stops Codex altogether, so it goes in literal quotes.
function tomlString(value: string): string {
  const isLiteral = value.includes('\\') && /^[^'\u0000-\u001f\u007f]*$/.test(value);
  return isLiteral ? `'${value}'` : JSON.stringify(value).replace(/\u007f/g, '\\u007F');
}

export function tomlValue(value: FieldValue): string {
  if (typeof value === 'string') return tomlString(value);
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  // The parser's dates keep in their own `toISOString` which parts they have.
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null) return inlineTable(Object.entries(value));
  // Whole numbers are read as bigint, so a whole `number` was written with a point.
  return Number.isInteger(value) && !String(value).includes('e') ? `${value}.0` : String(value);
}

export function tomlPairs(fields: Fields): readonly string[] {
  return fields.map(([name, value]) => `${tomlKey(name)} = ${tomlValue(value)}`);
}

export function inlineTable(fields: Fields): string {
  return fields.length === 0 ? '{}' : `{ ${tomlPairs(fields).join(', ')} }`;
}
