import type { Random } from './random.ts';

export interface JsonStyle {
  readonly comments: boolean;
  readonly trailingCommas: boolean;
}

const words = ['a', 'mcp', 'toolmesh-2', 'x y', 'ü', 'back\\slash', 'quo"te', '//no', '/*no*/', ''];
const numbers = [
  '0',
  '-1',
  '1.0',
  '0.10',
  '1e21',
  '12345678901234567890',
  '1.0e-3',
  '9007199254740993',
];

/** A JSON text in any layout: one line or many, tabs or blanks, CRLF or LF, comments where they are allowed. */
export function randomJson(random: Random, mapKey: string, style: JsonStyle): string {
  const lineEnd = random.pick(['\n', '\r\n']);
  const unit = random.pick(['  ', '    ', '\t', ' ']);
  const isOneLine = random.next() < 0.2;
  const space = random.pick(['', ' ']);
  const comment = (): string =>
    style.comments && !isOneLine && random.next() < 0.25
      ? random.pick([' // note, "x": {', ' /* block } */'])
      : '';
  const gap = (indent: string): string => {
    if (isOneLine) return space;
    const own = style.comments && random.next() < 0.2 ? `${lineEnd}${indent}// own line ]` : '';
    return `${own}${random.next() < 0.05 ? lineEnd : ''}${lineEnd}${indent}`;
  };
  const text = (value: string): string => JSON.stringify(value);
  const container = (
    open: string,
    close: string,
    items: readonly string[],
    indent: string,
  ): string => {
    if (items.length === 0) return random.pick([`${open}${close}`, `${open} ${close}`]);
    const inline = random.next() < 0.2 && items.every((item) => !/[\r\n]|\/\//.test(item));
    if (inline) return `${open}${space}${items.join(`,${space}`)}${space}${close}`;
    const last = style.trailingCommas && random.next() < 0.4 ? ',' : '';
    const body = items
      .map(
        (item, index) =>
          `${gap(indent + unit)}${item}${index === items.length - 1 ? last : ','}${comment()}`,
      )
      .join('');
    return `${open}${comment()}${body}${isOneLine ? space : `${lineEnd}${indent}`}${close}`;
  };
  const value = (depth: number, indent: string): string => {
    const kind = depth === 0 ? random.between(0, 2) : random.between(0, 4);
    if (kind === 0) return text(random.pick(words));
    if (kind === 1) return random.pick(numbers);
    if (kind === 2) return random.pick(['true', 'false', 'null']);
    const count = random.between(0, 3);
    if (kind === 3) {
      const items = Array.from({ length: count }, () => value(depth - 1, indent + unit));
      return container('[', ']', items, indent);
    }
    return container('{', '}', members(count, depth - 1, indent + unit), indent);
  };
  const members = (count: number, depth: number, indent: string): string[] => {
    const names = new Set(Array.from({ length: count }, () => random.pick(words)));
    return [...names].map((name) => `${text(name)}:${space}${value(depth, indent)}`);
  };
  const top = members(random.between(0, 4), 3, unit);
  if (random.next() < 0.75) {
    const map =
      random.next() < 0.2
        ? random.pick(['null', '{}'])
        : container('{', '}', members(random.between(0, 3), 2, unit + unit), unit);
    top.splice(random.between(0, top.length), 0, `${text(mapKey)}:${space}${map}`);
  }
  const head = style.comments && random.next() < 0.3 ? `// head${lineEnd}` : '';
  return `${head}${container('{', '}', top, '')}${random.pick(['', lineEnd, lineEnd + lineEnd])}`;
}
