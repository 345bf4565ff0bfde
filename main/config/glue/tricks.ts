// Ways to a forbidden name that hide it from a search for the name.
import type { AnyNode, CallExpression, MemberExpression, NewExpression } from 'acorn';
import { refusalOf } from './forbidden-names.ts';
import { isDeclared, type Scope } from './scope.ts';

const noCodeFromText = 'code cannot be made from text; write the function out';

/** Why this node is refused, or undefined. */
export function trickIn(node: AnyNode, scope: Scope | undefined): string | undefined {
  switch (node.type) {
    case 'MemberExpression':
      return memberTrick(node, scope);
    case 'CallExpression':
    case 'NewExpression':
      return callTrick(node, scope);
    case 'VariableDeclarator':
      return node.init ? patternTrick(node.id, node.init, scope) : undefined;
    case 'AssignmentExpression':
      return (
        patternTrick(node.left, node.right, scope) ?? (writesProto(node.left) ? noProto : undefined)
      );
    case 'UpdateExpression':
      return writesProto(node.argument) ? noProto : undefined;
    case 'ObjectExpression': {
      const sets = node.properties.some(
        (each) =>
          each.type === 'Property' &&
          !each.shorthand &&
          !each.method &&
          !each.computed &&
          keyOf(each.key, false) === '__proto__' &&
          !(each.value.type === 'Literal' && each.value.value === null),
      );
      return sets ? noProto : undefined;
    }
    default:
      return undefined;
  }
}

const noProto = '"__proto__" cannot be set in glue; make the object with Object.create(prototype)';

function memberTrick(node: MemberExpression, scope: Scope | undefined): string | undefined {
  const key = memberKey(node);
  if (key === undefined) return undefined;
  if (isGlobalObject(node.object, scope)) {
    const shown = node.object.type === 'ThisExpression' ? `this.${key}` : `globalThis.${key}`;
    return refusalOf(key, shown);
  }
  if (key !== 'constructor') return undefined;
  const isChain = node.object.type === 'MemberExpression' && memberKey(node.object) === key;
  if (isChain) return `"constructor.constructor" is not available in glue; ${noCodeFromText}`;
  return isFunction(node.object)
    ? `"constructor" of a function is not available in glue; ${noCodeFromText}`
    : undefined;
}

function callTrick(
  { type, callee, arguments: given }: CallExpression | NewExpression,
  scope: Scope | undefined,
): string | undefined {
  // Without "new" the constructor of anything but a function throws: nobody else calls it like this.
  const calls = type === 'CallExpression' && callee.type === 'MemberExpression';
  const isTool = calls && isOfApi(callee.object, scope);
  if (
    calls &&
    !isTool &&
    memberKey(callee) === 'constructor' &&
    memberTrick(callee, scope) === undefined
  )
    return `"constructor(…)" is not available in glue; ${noCodeFromText}`;
  // Reflect.get(globalThis, "eval") and its relatives.
  const [target, name] = given;
  if (target === undefined || name === undefined || target.type === 'SpreadElement')
    return undefined;
  const key = name.type === 'SpreadElement' ? undefined : foldText(name);
  if (key === undefined) return undefined;
  if (isGlobalObject(target, scope)) return refusalOf(key, `globalThis.${key}`);
  return key === 'constructor' && isFunction(target)
    ? `"constructor" of a function is not available in glue; ${noCodeFromText}`
    : undefined;
}

/** `const { eval: run } = globalThis`, `const { constructor } = () => {}` */
function patternTrick(
  pattern: AnyNode,
  value: AnyNode,
  scope: Scope | undefined,
): string | undefined {
  if (pattern.type !== 'ObjectPattern') return undefined;
  for (const each of pattern.properties) {
    if (each.type === 'RestElement') continue;
    const key = keyOf(each.key, each.computed);
    if (key === undefined) continue;
    if (key === 'constructor' && isFunction(value))
      return `"constructor" of a function is not available in glue; ${noCodeFromText}`;
    const why = isGlobalObject(value, scope) ? refusalOf(key, `globalThis.${key}`) : undefined;
    if (why !== undefined) return why;
  }
  return undefined;
}

function writesProto(target: AnyNode): boolean {
  return target.type === 'MemberExpression' && memberKey(target) === '__proto__';
}

function isGlobalObject(node: AnyNode, scope: Scope | undefined): boolean {
  if (node.type === 'ThisExpression') return scope?.hasGlobalThis ?? true;
  if (node.type === 'MemberExpression')
    return memberKey(node) === 'globalThis' && isGlobalObject(node.object, scope);
  return node.type === 'Identifier' && node.name === 'globalThis' && !isDeclared(node.name, scope);
}

/** `api.service`: what follows is the name of a tool, whatever it is. */
function isOfApi(node: AnyNode, scope: Scope | undefined): boolean {
  if (node.type !== 'MemberExpression') return false;
  const { object } = node;
  return object.type === 'Identifier' && object.name === 'api' && !isDeclared('api', scope);
}

/** A function for sure: written here, or what its prototype is asked for. */
function isFunction(node: AnyNode): boolean {
  switch (node.type) {
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ClassExpression':
      return true;
    case 'ParenthesizedExpression':
      return isFunction(node.expression);
    case 'CallExpression': {
      const [first] = node.arguments;
      const asks =
        node.callee.type === 'MemberExpression' && memberKey(node.callee) === 'getPrototypeOf';
      return asks && first !== undefined && isFunction(first);
    }
    case 'MemberExpression':
      return memberKey(node) === '__proto__' && isFunction(node.object);
    default:
      return false;
  }
}

function memberKey({ property, computed }: MemberExpression): string | undefined {
  return property.type === 'PrivateIdentifier' ? undefined : keyOf(property, computed);
}

function keyOf(key: AnyNode, computed: boolean): string | undefined {
  return !computed && key.type === 'Identifier' ? key.name : foldText(key);
}

/** The text an expression stands for when that can be read off: `'fe' + 'tch'`, `['fe', 'tch'].join('')`. */
function foldText(node: AnyNode): string | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'ParenthesizedExpression':
      return foldText(node.expression);
    case 'BinaryExpression':
      return node.operator === '+' ? joined([node.left, node.right], '') : undefined;
    case 'TemplateLiteral': {
      const between = joined(node.expressions, '\u0000')?.split('\u0000');
      if (node.expressions.length > 0 && between === undefined) return undefined;
      return node.quasis
        .map((part, i) => (part.value.cooked ?? '') + (between?.[i] ?? ''))
        .join('');
    }
    case 'CallExpression':
      return foldCall(node);
    default:
      return undefined;
  }
}

function foldCall({ callee, arguments: given }: CallExpression): string | undefined {
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return undefined;
  const key = memberKey(callee);
  if (key === 'concat') return joined([callee.object, ...given], '');
  if (key !== 'join' || callee.object.type !== 'ArrayExpression') return undefined;
  const [separator] = given;
  const by = separator === undefined ? ',' : foldText(separator);
  return by === undefined ? undefined : joined(callee.object.elements, by);
}

function joined(nodes: readonly (AnyNode | null)[], separator: string): string | undefined {
  const parts = nodes.map((node) => (node === null ? '' : foldText(node)));
  return parts.includes(undefined) ? undefined : parts.join(separator);
}
