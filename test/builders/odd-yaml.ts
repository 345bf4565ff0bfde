import type { Random } from './random.ts';

/** A YAML text with anchors, tags, long scalars and comments where a map of entries may lie. */
export function oddYaml(random: Random, mapKey: string, isList: boolean): string {
  const note = (): string => random.pick(['', '', '', '  # x: {']);
  const key = random.pick([mapKey, mapKey, `"${mapKey}"`, `'${mapKey}'`, `${mapKey} `]);
  const before = pick(random, [
    ['base: &base', '  image: "a#b"', '  list: [a, {b: c}]'],
    ['text: |+', '  kept', '', ''],
    ['folded: >-2', '    deep', `  ${mapKey}:`],
    ['plain: one', '  two', '  three # four'],
    ['? complex', ': value'],
    ['flow: {a: [1,', '    2], # in it', '  b: "c', '    d"}'],
    ['tagged: !!binary |', '  aGk='],
    ['# alone', ''],
    ["'quo''ted': !custom {x: 1}"],
  ]);
  const after = pick(random, [
    ['later: *base'],
    ['merged:', '  <<: *base', '  more: 1'],
    ['end: |', '  last'],
    ['items:', '- a', '-   b: 1', '    c: 2'],
    ['# tail'],
    ['', ''],
  ]).filter((line) => before.join().includes('&base') || !line.includes('*base'));
  const own = isList ? ownList(random, key, note) : ownMap(random, key, note);
  const head = random.pick([
    [],
    [],
    ['# head', ''],
    ['---'],
    ['--- # start'],
    ['%YAML 1.2', '---'],
  ]);
  const foot = random.pick([[], [], ['...'], ['', '# foot']]);
  const lineEnd = random.pick(['\n', '\n', '\r\n']);
  const end = random.pick(['', lineEnd, lineEnd + lineEnd]);
  return [...head, ...before, ...own, ...after, ...foot].join(lineEnd) + end;
}

function pick(random: Random, blocks: readonly (readonly string[])[]): string[] {
  return blocks.filter(() => random.next() < 0.25).flat();
}

function ownMap(random: Random, key: string, note: () => string): readonly string[] {
  const head = `${key}:${note()}`;
  return random.pick([
    [],
    [head],
    [`${key}: &all {}${note()}`],
    [`${key}: {  }`],
    [`${key}: !!map`, '  a: {cmd: b}'],
    [`${key}: &all`, '    a:', '        cmd: b', `    # of c`, `    c: {cmd: d}${note()}`],
    [head, '', '  # first', '  a: &a', '    cmd: b', '', '  c: *a'],
    [`${key}: {a: {cmd: b},`, '  c: {cmd: d}}'],
    [`${key}: {`, '  a: {cmd: b}, # note', `  }`],
    [head, ' a:', '  cmd: |', '   x', ' b: {cmd: y}'],
    [head, '  "toolmesh-2":', '    args:', '    - a', '    - "b"', `  # after`],
    [head, '  a: null', '  b:', `# outer`],
  ]);
}

function ownList(random: Random, key: string, note: () => string): readonly string[] {
  const head = `${key}:${note()}`;
  return random.pick([
    [],
    [head],
    [`${key}: []`],
    [`${key}: [ ]${note()}`],
    [head, '- name: a', '  command: b', '# between', '- {name: c}'],
    [head, '', '  -   name: a', '      env: {A: b}', '', `  - name: c${note()}`],
    [head, '  # first', '  - # odd', '    name: a'],
    [head, '  -', '    name: a'],
    [`${key}: [{name: a}, {name: b}]`],
    [`${key}: [`, '  {name: a}, # one', '  {name: b},', ']'],
    [`${key}: &list`, '  - &one', '    name: a', '  - *one'],
  ]);
}
