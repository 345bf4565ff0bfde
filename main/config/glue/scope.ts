// Which names the code itself declares, so that a local called "process" is nobody's business.
import type { AnyNode, Function as FunctionNode, Node, Pattern, Program } from 'acorn';

export interface Scope {
  readonly names: ReadonlySet<string>;
  readonly outer: Scope | undefined;
  /** Whether `this` in here is the global object for sure. */
  readonly hasGlobalThis: boolean;
}

export function isDeclared(name: string, scope: Scope | undefined): boolean {
  for (let at = scope; at !== undefined; at = at.outer) if (at.names.has(name)) return true;
  return false;
}

/** The scope inside `node`, or the one outside where it opens none. */
export function scopeOf(node: AnyNode, outer: Scope | undefined): Scope | undefined {
  const hasGlobalThis = outer?.hasGlobalThis ?? true;
  switch (node.type) {
    case 'Program':
      return { names: topLevelNames(node), outer, hasGlobalThis };
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const isArrow = node.type === 'ArrowFunctionExpression';
      return { names: functionNames(node), outer, hasGlobalThis: hasGlobalThis && isArrow };
    }
    case 'ClassDeclaration':
    case 'ClassExpression':
      return { names: new Set(node.id ? [node.id.name] : []), outer, hasGlobalThis: false };
    case 'BlockStatement':
      return { names: lexicalNames(node.body), outer, hasGlobalThis };
    case 'StaticBlock': {
      const names = lexicalNames(node.body);
      for (const statement of node.body) collectVars(statement, names);
      return { names, outer, hasGlobalThis: false };
    }
    case 'SwitchStatement':
      return {
        names: lexicalNames(node.cases.flatMap((each) => each.consequent)),
        outer,
        hasGlobalThis,
      };
    case 'ForStatement':
      return { names: lexicalNames(node.init ? [node.init] : []), outer, hasGlobalThis };
    case 'ForInStatement':
    case 'ForOfStatement':
      return { names: lexicalNames([node.left]), outer, hasGlobalThis };
    case 'CatchClause':
      return { names: new Set(node.param ? patternNames(node.param) : []), outer, hasGlobalThis };
    default:
      return outer;
  }
}

/** Names a file declares for all files of its unit. */
export function topLevelNames(program: Program): Set<string> {
  const names = lexicalNames(program.body);
  for (const statement of program.body) collectVars(statement, names);
  return names;
}

export function childNodes(
  node: Node,
): readonly { readonly key: string; readonly node: AnyNode }[] {
  return Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value as unknown]).flatMap((child) =>
      isNode(child) ? [{ key, node: child }] : [],
    ),
  );
}

function functionNames(node: FunctionNode): Set<string> {
  const names = new Set(node.params.flatMap(patternNames));
  if (node.type !== 'ArrowFunctionExpression') names.add('arguments');
  if (node.type === 'FunctionExpression' && node.id) names.add(node.id.name);
  if (node.body.type === 'BlockStatement') {
    for (const statement of node.body.body) collectVars(statement, names);
  }
  return names;
}

function lexicalNames(nodes: readonly AnyNode[]): Set<string> {
  const names = new Set<string>();
  for (const node of nodes) {
    if (node.type === 'VariableDeclaration' && node.kind !== 'var') {
      for (const { id } of node.declarations) for (const name of patternNames(id)) names.add(name);
    }
    if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id)
      names.add(node.id.name);
  }
  return names;
}

/** `var` and, as sloppy code has it, functions of inner blocks belong to the whole function. */
function collectVars(node: AnyNode, names: Set<string>): void {
  switch (node.type) {
    case 'FunctionDeclaration':
      if (node.id) names.add(node.id.name);
      return;
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
      return;
    case 'VariableDeclaration':
      if (node.kind === 'var') {
        for (const { id } of node.declarations)
          for (const name of patternNames(id)) names.add(name);
      }
      break;
    default:
  }
  for (const child of childNodes(node)) collectVars(child.node, names);
}

function patternNames(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        patternNames(property.type === 'RestElement' ? property.argument : property.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? patternNames(element) : []));
    case 'RestElement':
      return patternNames(pattern.argument);
    case 'AssignmentPattern':
      return patternNames(pattern.left);
    case 'MemberExpression':
      return [];
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
