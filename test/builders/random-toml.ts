import type { Random } from './random.ts';

const values = [
  '1',
  '9223372036854775807',
  '1.0',
  'true',
  '"text # no comment"',
  "'C:\\Users\\x'",
  '1979-05-27T07:32:00Z',
  '[1, 2,\n  3, # three\n]',
  '{ a = 1, "b c" = [ "]" ] }',
  '"""\n[mcp_servers.toolmesh]\ncommand = "no"\n"""',
  "'''\n[[mcp_servers]]\n'''",
  '"quote \\" and \\\\"',
];

/** A TOML text with our map in one of its many spellings, or without it. */
export function randomToml(random: Random): string {
  const indent = (): string => random.pick(['', '', '  ', '\t']);
  const comment = (): string => random.pick(['', '', ' # note [x]']);
  const pairs = (count: number, prefix = 'k'): string[] =>
    Array.from({ length: count }, (_, index) => {
      const value = random.pick(values);
      return `${indent()}${random.pick([`${prefix}${index}`, `"${prefix} ${index}"`, `${prefix}${index}.sub`])} = ${value}${comment()}`;
    });
  const lines = [...random.pick([[], ['# head'], ['# head', '']]), ...pairs(random.between(0, 3))];
  const spelling = random.between(0, 5);
  if (spelling === 1)
    lines.push('mcp_servers = { docs = { command = "d" }, web = { command = "w" } }');
  if (spelling === 2) lines.push('mcp_servers = {}');
  if (spelling === 3) lines.push('mcp_servers.docs.command = "d"', 'mcp_servers.docs.args = []');
  for (let index = random.between(0, 2); index > 0; index -= 1)
    lines.push('', `${indent()}[table${index}]${comment()}`, ...pairs(random.between(0, 2)));
  if (spelling === 4)
    lines.push('', '[mcp_servers]', 'docs = { command = "d" }', '', '# [mcp_servers.toolmesh]');
  if (spelling === 5)
    lines.push(
      '[mcp_servers.toolmesh-2]',
      'command = "d"',
      '[mcp_servers."docs x".env]',
      'A = "b"',
    );
  for (let index = random.between(0, 2); index > 0; index -= 1)
    lines.push('', `[[list${index}]]`, ...pairs(random.between(0, 2)));
  if (random.next() < 0.2) lines.push('', '# tail');
  const lineEnd = random.pick(['\n', '\r\n']);
  const end = random.pick(['', '\n', '\n\n']);
  return (lines.join('\n') + end).replaceAll('\n', lineEnd);
}
