import type { Random } from './random.ts';

const scalars = [
  '1',
  '1.10',
  'yes',
  '~',
  'text',
  '"quo\\"ted: {"',
  "'single # x'",
  '[a, "b", {c: d}]',
  '{}',
  '[]',
  '{a: 1, b: [2]}',
  '!!str 5',
];

/** A YAML text with our map as a block, a flow, empty or missing. */
export function randomYaml(random: Random, mapKey: string, isList: boolean): string {
  const unit = random.pick(['  ', '    ', '   ']);
  const comment = (): string => random.pick(['', '', '', ' # note: {']);
  const block = (depth: number, column: string, prefix: string): string[] =>
    Array.from({ length: random.between(1, 3) }, (_, index) => {
      const key = `${column}${random.pick([`${prefix}${index}`, `"${prefix} ${index}"`])}`;
      const kind = random.between(0, depth > 0 ? 3 : 1);
      if (kind === 2) return [`${key}:${comment()}`, ...block(depth - 1, column + unit, 'in')];
      if (kind === 3)
        return [`${key}: |`, `${column}${unit}line: {`, '', `${column}${unit}# no comment`];
      if (kind === 1)
        return [`${key}:`, `${column}- one`, `${column}- two: 2`, `${column}  more: 3`];
      return [`${key}: ${random.pick(scalars)}${comment()}`];
    }).flat();
  const own = (): string[] => {
    const kind = random.between(0, 5);
    const head = `${mapKey}:`;
    if (kind === 0) return [];
    if (kind === 1) return [`${head}${random.pick(['', ' ~', ' null'])}${comment()}`];
    if (kind === 2) return [`${head} ${isList ? '[]' : '{}'}${comment()}`];
    if (kind === 3)
      return [
        `${head} ${isList ? '[{name: a, command: b}]' : '{a: {cmd: b}, "c": {cmd: "d"}}'}${comment()}`,
      ];
    const column = isList ? random.pick(['', unit]) : unit;
    const first = random.next() < 0.3 ? [`${column}# about the first`] : [];
    if (isList)
      return [
        `${head}${comment()}`,
        ...first,
        `${column}- name: a`,
        `${column}  command: b`,
        '',
        `${column}- {name: c}`,
      ];
    return [
      `${head}${comment()}`,
      ...first,
      `${column}dev:${comment()}`,
      ...block(1, column + unit, 'p'),
      `${column}web: {cmd: w}`,
    ];
  };
  const lines = [
    ...random.pick([[], ['# head'], ['# head', ''], ['---'], ['%YAML 1.2', '---']]),
    ...random.pick([[], block(2, '', 'k')]),
    ...own(),
    ...random.pick([[], ['']]),
    ...random.pick([[], block(2, '', 'z'), ['# tail']]),
  ];
  const lineEnd = random.pick(['\n', '\r\n']);
  return lines.join(lineEnd) + random.pick(['', lineEnd, lineEnd + lineEnd]);
}
