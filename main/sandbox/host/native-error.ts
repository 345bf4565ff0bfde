/**
 * Errors that isolated-vm itself copied out of an isolate: of compiling, and of a file's top level. Everything
 * a run throws later is described inside the isolate instead.
 */
import type { SourceFile } from '../sandbox.ts';
import type { ThrownFacts } from '../protocol.ts';

const bracketPlace = / \[(.+):(\d+):(\d+)\]$/;
const framePlace = /^\s+at (?:.* \()?(?:async )?(.+?):(\d+):(\d+)\)?$/;

export function describeNativeError(thrown: unknown, files: readonly SourceFile[]): ThrownFacts {
  if (!(thrown instanceof Error)) {
    return {
      message: typeof thrown === 'string' ? thrown.slice(0, 8000) : `Thrown: ${String(thrown)}`,
    };
  }
  const [, bracketFile, bracketLine, bracketColumn] = bracketPlace.exec(thrown.message) ?? [];
  const facts = { message: messageOf(thrown), name: thrown.name };
  if (bracketFile !== undefined && files.some(({ name }) => name === bracketFile)) {
    return { ...facts, ...placeIn(files, bracketFile, Number(bracketLine), Number(bracketColumn)) };
  }
  for (const line of (thrown.stack ?? '').split('\n', 50)) {
    const [, file, row, column] = framePlace.exec(line) ?? [];
    if (file !== undefined && files.some(({ name }) => name === file)) {
      return { ...facts, ...placeIn(files, file, Number(row), Number(column)) };
    }
  }
  return facts;
}

function messageOf({ message }: Error): string {
  if (message.includes('was not an instance of `Error`')) {
    return 'The top level of a file threw an object that is no Error; throw an Error that says what went wrong';
  }
  return message.replace(bracketPlace, '').slice(0, 8000);
}

/** A missing bracket is noticed in what follows the file's text; it is the last line's fault. */
function placeIn(
  files: readonly SourceFile[],
  name: string,
  line: number,
  column: number,
): Omit<ThrownFacts, 'message'> & { readonly message?: string } {
  const source = files.find((file) => file.name === name)?.source;
  if (source === undefined) return { file: name, line, column };
  const lines = source.split('\n');
  const last = lines.length;
  return line <= last
    ? { file: name, line, column }
    : {
        // V8 names the bracket that follows the text, which is ours.
        message: 'Unexpected end of input',
        file: name,
        line: last,
        column: (lines[last - 1]?.length ?? 0) + 1,
      };
}
