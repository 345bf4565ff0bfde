import { parse, type Expression, type PrivateIdentifier, type Statement } from 'acorn';
import { phases, type Phase } from './policy.ts';

/**
 * The phases a policy has something to do in. One whose first statement is `if (ctx.phase !== 'pre') return;`
 * says so itself, and a call need not start the sandbox to hear it again. Anything else works in both.
 */
export function phasesOf(source: string): readonly Phase[] {
  const left = phaseLeftAtOnce(source);
  return phases.filter((phase) => phase !== left);
}

function phaseLeftAtOnce(source: string): Phase | undefined {
  let first: Statement | undefined;
  try {
    const [statement] = parse(source, {
      ecmaVersion: 'latest',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    }).body;
    first = statement as Statement | undefined;
  } catch {
    // The sandbox says what is wrong with it.
  }
  if (first?.type !== 'IfStatement' || !isPlainReturn(first.consequent)) return undefined;
  // What follows an else would have to be read as well.
  if (first.alternate || first.test.type !== 'BinaryExpression') return undefined;
  const { operator, left, right } = first.test;
  const named = phaseNamed(left, right) ?? phaseNamed(right, left);
  if (operator === '===' || operator === '==') return named;
  const isOther = operator === '!==' || operator === '!=';
  return isOther && named !== undefined ? phases.find((phase) => phase !== named) : undefined;
}

function isPlainReturn(statement: Statement): boolean {
  if (statement.type === 'ReturnStatement') return !statement.argument;
  const [only, more] = statement.type === 'BlockStatement' ? statement.body : [];
  return only !== undefined && more === undefined && isPlainReturn(only);
}

function phaseNamed(
  context: Expression | PrivateIdentifier,
  value: Expression | PrivateIdentifier,
): Phase | undefined {
  const isPhase =
    context.type === 'MemberExpression' &&
    !context.computed &&
    context.object.type === 'Identifier' &&
    context.object.name === 'ctx' &&
    context.property.type === 'Identifier' &&
    context.property.name === 'phase';
  if (!isPhase || value.type !== 'Literal') return undefined;
  return phases.find((phase) => phase === value.value);
}
