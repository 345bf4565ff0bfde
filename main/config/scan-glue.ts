// A courtesy to the author: what could never run is refused at load, with its place and what to use
// instead. It is not the wall; the isolate has none of these names whatever the text says.
import { parse, type AnyNode, type Program } from 'acorn';
import { refusalOf } from './glue/forbidden-names.ts';
import { childNodes, isDeclared, scopeOf, topLevelNames, type Scope } from './glue/scope.ts';
import { trickIn } from './glue/tricks.ts';
import type { Problem } from './problem.ts';

export interface GlueText {
  /** Shown in problems. */
  readonly file: string;
  readonly source: string;
}

/** Problems of one file on its own. */
export function scanGlue(file: string, source: string, subject: string): readonly Problem[] {
  return scanFiles([{ file, source }], subject);
}

/** Problems of files that are loaded into one scope: what one declares, the others may use. */
export function scanFiles(files: readonly GlueText[], subject: string): readonly Problem[] {
  const read = files.map((text) => ({ file: text.file, ...parseGlue(text, subject) }));
  const shared: Scope = {
    names: new Set(read.flatMap(({ names = [] }) => [...names])),
    outer: undefined,
    hasGlobalThis: true,
  };
  return read.flatMap(({ file, tree, problem }) => {
    if (tree === undefined) return [problem];
    try {
      return scanTree(file, tree, shared, subject);
    } catch (error) {
      return [syntaxProblem(file, '', subject, error)];
    }
  });
}

type Parsed =
  | { readonly tree: Program; readonly names: ReadonlySet<string>; readonly problem?: never }
  | { readonly tree?: never; readonly names?: never; readonly problem: Problem };

function parseGlue({ file, source }: GlueText, subject: string): Parsed {
  try {
    const tree = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowAwaitOutsideFunction: false,
      locations: true,
    });
    return { tree, names: topLevelNames(tree) };
  } catch (error) {
    return { problem: syntaxProblem(file, source, subject, error) };
  }
}

function scanTree(file: string, tree: Program, shared: Scope, subject: string): readonly Problem[] {
  const problems: Problem[] = [];
  const visit = (node: AnyNode, parent: AnyNode | undefined, key: string, outer: Scope): void => {
    const scope = scopeOf(node, outer) ?? outer;
    const message = refusal(node, parent, key, scope);
    if (message !== undefined) {
      const at = node.loc?.start;
      const place = at && { line: at.line, column: at.column + 1 };
      problems.push({ subject, file, ...place, message, severity: 'error' });
    }
    for (const child of childNodes(node)) visit(child.node, node, child.key, scope);
  };
  visit(tree, undefined, '', shared);
  return problems;
}

function refusal(
  node: AnyNode,
  parent: AnyNode | undefined,
  key: string,
  scope: Scope,
): string | undefined {
  switch (node.type) {
    case 'ImportExpression':
      return 'import() is not available in glue; list several files under implementation, they share one scope';
    case 'WithStatement':
      return 'with is not available in glue; name the object before each property';
    case 'Identifier':
      return isReference(parent, key) && !isDeclared(node.name, scope)
        ? refusalOf(node.name)
        : undefined;
    default:
      return trickIn(node, scope);
  }
}

// A property name, a key of an object or a label is not a use of the global: `result.process` is data.
function isReference(parent: AnyNode | undefined, key: string): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return key === 'object' || parent.computed;
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return key === 'value' || parent.computed;
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return false;
    default:
      return true;
  }
}

function syntaxProblem(file: string, source: string, subject: string, error: unknown): Problem {
  // Thousands of nested brackets, by accident or not, must stop this file and nothing else.
  if (error instanceof RangeError)
    return { subject, file, message: 'is nested too deeply to be read', severity: 'error' };
  const { message, loc } = error as Error & { loc?: { line: number; column: number } };
  const text = loc && source.split('\n')[loc.line - 1];
  const [before, after] = [text?.slice(0, loc?.column), text?.slice(loc?.column)];
  return {
    subject,
    file,
    ...(loc && { line: loc.line, column: loc.column + 1 }),
    message: syntaxMessage(message.replace(/ \(\d+:\d+\)$/, ''), before ?? '', after ?? ''),
    severity: 'error',
  };
}

function syntaxMessage(message: string, before: string, after: string): string {
  if (/'import' and 'export'|import\.meta/.test(message))
    return 'import and export are not available in glue; list several files under implementation, they share one scope';
  if (/\bawait\s+$/.test(before))
    return 'await works inside an async function only; move it into the tool that needs the value';
  if (!/^Unexpected (?:token|keyword '\w+')$/.test(message)) return message;
  const [found] = /^(?:[\p{ID_Continue}$]+|\S)/u.exec(after) ?? [];
  return found === undefined
    ? 'Unexpected end; a bracket, quote or brace before it is not closed'
    : `Unexpected "${found}"; look for a bracket, comma or operator that is missing or too many before it`;
}
