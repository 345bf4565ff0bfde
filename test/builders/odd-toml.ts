import type { Random } from './random.ts';

/** A TOML text in spellings that only a parser expects, with `mcp_servers` as tables or as a list. */
export function oddToml(random: Random, isList: boolean): string {
  const note = (): string => random.pick(['', '', ' # [mcp_servers.toolmesh]', '\t#']);
  const blank = (): string[] => random.pick([[], [], [''], ['', ''], ['# between'], ['  ', '#']]);
  const value = (): string =>
    random.pick([
      '"a"',
      "'''\n[mcp_servers.toolmesh]\n'''",
      '"""a\\\n  "quoted" \\""""',
      '[ [1, 2], ["]", "#"], # three\n]',
      '{ a.b = 1, "c d" = { e = [ ] } }',
      '1979-05-27',
      '-inf',
      '0xDEAD_BEEF',
      '1_000.5e-3',
      'true',
    ]);
  const pairs = (head: string): string[] =>
    Array.from({ length: random.between(0, 2) }, (_, index) => {
      const key = random.pick([`${head}${index}`, `"${head} ${index}"`, `${head}${index} . 'x.y'`]);
      return `${random.pick(['', '  ', '\t'])}${key}${random.pick([' = ', '='])}${value()}${note()}`;
    });
  const other = (): string[] => [
    ...blank(),
    random.pick(['[ other ]', '[other."mcp_servers"]', '[mcp_servers_old]']) + note(),
    ...pairs('o'),
  ];
  const own = isList ? ownList(random, pairs, note) : ownTables(random, pairs, note);
  const lines = [
    ...blank(),
    ...pairs('k'),
    ...own.inRoot,
    ...(random.next() < 0.5 ? other() : []),
    ...own.tables.flatMap((table) => [...blank(), ...table]),
    ...(random.next() < 0.5 ? [...blank(), '[[items]]', ...pairs('i'), '[[items]]'] : []),
    ...blank(),
  ];
  const lineEnd = random.pick(['\n', '\r\n']);
  return (lines.join('\n') + random.pick(['', '\n', '\n\n\n', '\n  '])).replaceAll('\n', lineEnd);
}

type Pairs = (head: string) => string[];

interface Own {
  readonly inRoot: readonly string[];
  readonly tables: readonly (readonly string[])[];
}

function ownTables(random: Random, pairs: Pairs, note: () => string): Own {
  const tables = [
    [`[ mcp_servers . docs ]${note()}`, 'command = "d"', ...pairs('d')],
    [`[mcp_servers.'toolmesh.x'.env]`, 'A = "b"'],
    [`["mcp_servers".web]${note()}`, 'command = "w"', 'env.A = "b"'],
    ['[mcp_servers.deep.er]', ...pairs('e')],
  ].filter(() => random.next() < 0.5);
  return random.pick([
    { inRoot: [], tables: [] },
    { inRoot: [], tables },
    { inRoot: [], tables: [[`[mcp_servers]${note()}`], ...tables] },
    { inRoot: [], tables: [['[mcp_servers]', 'a.command = "x"', "'b c' = { command = 'y' }"]] },
    { inRoot: ['mcp_servers.a.command = "x"', 'mcp_servers . b . args = ["]"]'], tables: [] },
    { inRoot: [`mcp_servers = {a={command="x"},"b c" = { env = { } } }${note()}`], tables: [] },
    { inRoot: [`mcp_servers={}${note()}`], tables: [] },
    { inRoot: ['"mcp_servers" = { }'], tables: [] },
  ]);
}

function ownList(random: Random, pairs: Pairs, note: () => string): Own {
  return random.pick([
    { inRoot: [], tables: [] },
    {
      inRoot: [],
      tables: [
        [`[[ mcp_servers ]]${note()}`, 'name = "a"', ...pairs('a'), '[mcp_servers.env]', 'A = "b"'],
        ['[["mcp_servers"]]', "name = 'toolmesh-2'", '[[mcp_servers.more]]', 'b = 1'],
      ].slice(0, random.between(1, 2)),
    },
    { inRoot: [`mcp_servers = []${note()}`], tables: [] },
    {
      inRoot: [`mcp_servers = [{name="a"},\n  # two\n  { name = "b" }, # end\n]${note()}`],
      tables: [],
    },
    { inRoot: ['mcp_servers = [ { name = "a", env = { } } ]'], tables: [] },
  ]);
}
