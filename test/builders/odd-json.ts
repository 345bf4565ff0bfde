import type { Random } from './random.ts';
import type { JsonStyle } from './random-json.ts';

type Value = null | boolean | { raw: string } | { items: Value[] } | { members: [string, Value][] };

const names = ['a', 'toolmesh-2', 'mcp.servers', 'ü', 'toolmes', 'constructor', ''];
const scalars = ['1.0', '-0', '1e400', '12345678901234567890', '"\\u0000"', '"// {"', '"\\ud83d"'];

/** A JSON text as no program lays it out: blanks, line breaks and comments between any two tokens. */
export function oddJson(random: Random, mapKey: string, style: JsonStyle): string {
  const lineEnd = random.pick(['\n', '\r\n']);
  const blanks = ['', '', '', ' ', '\t', lineEnd, `${lineEnd}${lineEnd}  `];
  const comments = [` /* ] */`, `// "${mapKey}": {${lineEnd}`, `/**/`, `/* two${lineEnd} lines */`];
  const gap = (): string => {
    const note = style.comments && random.next() < 0.15 ? random.pick(comments) : '';
    return random.pick(blanks) + note + random.pick(blanks);
  };
  const joined = (open: string, parts: readonly string[], close: string): string => {
    const last = style.trailingCommas && parts.length > 0 && random.next() < 0.3 ? `,${gap()}` : '';
    return `${open}${gap()}${parts.map((part) => part + gap()).join(`,${gap()}`)}${last}${close}`;
  };
  const spelled = (name: string): string => {
    const plain = JSON.stringify(name);
    if (name === '' || random.next() < 0.9) return plain;
    const code = name.charCodeAt(0).toString(16).padStart(4, '0');
    return `"\\u${code}${plain.slice(2)}`;
  };
  const render = (value: Value): string => {
    if (value === null || typeof value === 'boolean') return String(value);
    if ('raw' in value) return value.raw;
    if ('items' in value) return joined('[', value.items.map(render), ']');
    const members = value.members.map(
      ([name, inner]) => `${spelled(name)}${gap()}:${gap()}${render(inner)}`,
    );
    return joined('{', members, '}');
  };
  const root = members(random, 3, []);
  if (random.next() < 0.8) {
    const map: Value = random.next() < 0.15 ? null : { members: members(random, 2, ['toolmesh']) };
    root.splice(random.between(0, root.length), 0, [mapKey, map]);
  }
  return `${gap()}${render({ members: root })}${gap()}`;
}

/** Names are doubled now and then, which readers differ on; never the ones an entry is found by. */
function members(random: Random, depth: number, without: readonly string[]): [string, Value][] {
  const known = depth === 2 ? names : [...names, 'toolmesh', 'mcpServers'];
  const usable = known.filter(
    (name) => !without.includes(name) && (depth < 3 || name !== 'mcpServers'),
  );
  return Array.from({ length: random.between(0, 3) }, () => [
    random.pick(usable),
    value(random, depth - 1),
  ]);
}

function value(random: Random, depth: number): Value {
  const kind = depth <= 0 ? random.between(0, 1) : random.between(0, 3);
  if (kind === 0) return random.pick([null, true, false]);
  if (kind === 1) return { raw: random.pick(scalars) };
  if (kind === 2)
    return { items: Array.from({ length: random.between(0, 3) }, () => value(random, depth - 1)) };
  return { members: members(random, depth, []) };
}
