// What could never run is refused when the file is loaded. The isolate has none of these names whatever the
// text says; this tells the author, and keeps a file that tries from being offered at all.
import { parse, type Node } from 'acorn';

const forbidden = new Set(
  (
    'fetch require process globalThis global eval Function constructor __proto__ setTimeout setInterval ' +
    'setImmediate XMLHttpRequest WebSocket WebAssembly SharedArrayBuffer Atomics importScripts'
  ).split(' '),
);

/** What of the code is refused, each a sentence with its line. */
export function scanComposite(code: string): readonly string[] {
  let tree: Node;
  try {
    tree = parse(`async () => {\n${code}\n}`, { ecmaVersion: 'latest', locations: true });
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { line: number } };
    const line = loc === undefined ? '' : ` (line ${loc.line - 1})`;
    return [`is not JavaScript: ${message.replace(/ \(\d+:\d+\)$/, '')}${line}`];
  }
  const found: string[] = [];
  walk(tree, undefined, undefined, (node, parent, key) => {
    const name = usedName(node, parent, key);
    if (name === undefined) return;
    found.push(
      `"${name}" is not available in a composite (line ${(node.loc?.start.line ?? 2) - 1})`,
    );
  });
  return [...new Set(found)];
}

/** A forbidden name that the node uses, as a variable or as a property; a key that is only written is data. */
function usedName(
  node: Node,
  parent: Node | undefined,
  key: string | undefined,
): string | undefined {
  if (node.type === 'ImportExpression') return 'import';
  if (node.type === 'MetaProperty') return undefined;
  if (node.type === 'Literal') {
    const { value } = node as Node & { value?: unknown };
    const isProperty = parent?.type === 'MemberExpression' && key === 'property';
    return isProperty && typeof value === 'string' && forbidden.has(value) ? value : undefined;
  }
  if (node.type !== 'Identifier') return undefined;
  const { name } = node as Node & { name: string };
  if (!forbidden.has(name)) return undefined;
  const isKey = key === 'key' && (parent as { computed?: boolean } | undefined)?.computed !== true;
  if (isKey && (parent as { shorthand?: boolean } | undefined)?.shorthand !== true)
    return undefined;
  return name;
}

type Visit = (node: Node, parent: Node | undefined, key: string | undefined) => void;

function walk(node: Node, parent: Node | undefined, key: string | undefined, visit: Visit): void {
  visit(node, parent, key);
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value as unknown]) {
      if (isNode(child)) walk(child, node, name, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
