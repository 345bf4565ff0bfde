import type { Fields, FieldValue } from '../entry-format.ts';

// Words that YAML 1.1 or 1.2 reads as something else than text.
const notText = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

/** Plain where every reader takes it for text, else with JSON's quotes, which are valid YAML. */
export function yamlText(value: string): string {
  return /^[A-Za-z][A-Za-z0-9-]*$/.test(value) && !notText.test(value)
    ? value
    : JSON.stringify(value);
}

export function yamlValue(value: FieldValue): string {
  if (typeof value === 'string') return yamlText(value);
  if (Array.isArray(value)) return `[${value.map(listItem).join(', ')}]`;
  return typeof value === 'object' && value !== null && !(value instanceof Date)
    ? flowMap(Object.entries(value))
    : String(value);
}

function listItem(value: FieldValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : yamlValue(value);
}

export function flowMap(fields: Fields): string {
  return `{${fields.map(([name, value]) => `${yamlText(name)}: ${yamlValue(value)}`).join(', ')}}`;
}

/** Lines without line ends. `dash`: as one item of a list. */
export function blockLines(
  name: string,
  fields: Fields,
  { column, unit, dash }: { column: string; unit: string; dash: boolean },
): readonly string[] {
  const pairs = fields.map(([field, value]) => `${yamlText(field)}: ${yamlValue(value)}`);
  if (!dash)
    return [`${column}${yamlText(name)}:`, ...pairs.map((pair) => `${column}${unit}${pair}`)];
  return pairs.map((pair, index) => `${column}${index === 0 ? '- ' : '  '}${pair}`);
}
