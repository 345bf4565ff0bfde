/** JSON as a person reads it: short parts on one line. What is not JSON stays as it is. */
export function indentJson(text: string, width = 60): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  return typeof value === 'object' && value !== null ? write(value, '', width) : text;
}

function write(value: unknown, indent: string, width: number): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || flat.length <= width - indent.length)
    return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${write(item, inner, width)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const pairs = Object.entries(value).map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${write(item, inner, width)}`,
  );
  return `{\n${pairs.join(',\n')}\n${indent}}`;
}
