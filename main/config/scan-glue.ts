// A courtesy to the author: what could never run is refused at load, with its place and what to use
// instead. It is not the wall; the isolate has none of these names whatever the text says.
import { parse, type Comment, type Node } from 'acorn';
import type { Problem } from './problem.ts';

const nothingOutside = 'glue reaches the outside only through api.<backend>.<tool>()';

const forbidden: Readonly<Record<string, string>> = {
  fetch: nothingOutside,
  XMLHttpRequest: nothingOutside,
  WebSocket: nothingOutside,
  require: 'list several files under implementation: they share one scope',
  module: 'declare one top-level function per tool; nothing is exported',
  exports: 'declare one top-level function per tool; nothing is exported',
  process: 'pass what you need as a tool parameter',
  eval: 'write the code out',
  Function: 'write the function out',
  setTimeout: 'there are no timers; await the call that takes the time',
  setInterval: 'there are no timers; await the call that takes the time',
  setImmediate: 'there are no timers; await the call that takes the time',
  WebAssembly: 'use plain JavaScript',
  SharedArrayBuffer: 'use ArrayBuffer',
  Atomics: 'a run has one thread',
};

/** Problems of one glue file; `file` is shown in them. */
export function scanGlue(file: string, source: string, subject: string): readonly Problem[] {
  let tree: Node;
  const comments: Comment[] = [];
  try {
    tree = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowAwaitOutsideFunction: false,
      locations: true,
      onComment: comments,
    });
  } catch (error) {
    return [syntaxProblem(file, subject, error)];
  }
  const problems: Problem[] = [];
  const refuse = (node: Node, message: string): void => {
    const at = node.loc?.start;
    problems.push({
      subject,
      file,
      ...(at && { line: at.line, column: at.column + 1 }),
      message,
      severity: 'error',
    });
  };
  walk(tree, undefined, undefined, (node, parent, key) => {
    if (node.type === 'ImportExpression')
      refuse(node, 'import() is not available in glue; list several files under implementation');
    if (node.type === 'WithStatement')
      refuse(node, 'with is not available in glue; name the object');
    if (node.type !== 'Identifier') return;
    const { name } = node as Node & { name: string };
    const instead = Object.hasOwn(forbidden, name) ? forbidden[name] : undefined;
    if (instead !== undefined && isReference(parent, key)) {
      refuse(node, `"${name}" is not available in glue; ${instead}`);
    }
  });
  return problems;
}

function syntaxProblem(file: string, subject: string, error: unknown): Problem {
  const { message, loc } = error as Error & { loc?: { line: number; column: number } };
  const moduleWord = /'import' and 'export'/.test(message);
  return {
    subject,
    file,
    ...(loc && { line: loc.line, column: loc.column + 1 }),
    message: moduleWord
      ? 'import and export are not available in glue; list several files under implementation, they share one scope'
      : message.replace(/ \(\d+:\d+\)$/, ''),
    severity: 'error',
  };
}

// A property name, a key of an object or a label is not a use of the global: `result.process` is data.
function isReference(
  parent: (Node & { computed?: boolean; shorthand?: boolean }) | undefined,
  key: string | undefined,
): boolean {
  if (parent === undefined) return true;
  if (parent.type === 'MemberExpression') return key === 'object' || parent.computed === true;
  if (parent.type === 'Property') return key === 'value' || parent.computed === true;
  if (parent.type === 'PropertyDefinition' || parent.type === 'MethodDefinition')
    return key === 'value' || parent.computed === true;
  return !['LabeledStatement', 'BreakStatement', 'ContinueStatement'].includes(parent.type);
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
