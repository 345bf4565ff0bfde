import type { RunRequest } from '../protocol.ts';
import type { SourceFile } from '../sandbox.ts';
import { bare } from './bare.ts';
import type { Cell } from './cell.ts';
import type { CodeCache } from './code-cache.ts';

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
const reservedWords = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally ' +
    'for function if import in instanceof new null return super switch this throw true try typeof var void while with'
  ).split(' '),
);

/** Starts the entry, after its files. Rejects with what isolated-vm copied out of the isolate. */
export async function loadRun(
  request: RunRequest,
  files: readonly SourceFile[],
  cell: Cell,
  code: CodeCache,
): Promise<void> {
  const { entry, argsText, globalsText } = request;
  // Not awaited: an isolate works through its tasks in order.
  cell.prepare.applyIgnored(undefined, [settingsOf(request, files), globalsText], bare({}));
  const start = cell.start.derefInto();
  if ('script' in entry) {
    // The parameter hides "$0" from the script; its line is taken back by the offset.
    const body = `$0(undefined, async ($0) => {\n${withoutSourceUrl(entry.script).source}\n})`;
    await cell.context.evalClosure(
      body,
      [start],
      bare({ filename: entry.script.name, lineOffset: -1 }),
    );
    return;
  }
  for (const file of files) {
    const script = await code.compile(cell.isolate, file);
    await script.run(cell.context, bare({}));
  }
  await cell.context.evalClosure(
    startCall(entry.functionName),
    [start, entry.functionName, argsText],
    bare({}),
  );
}

/** The guest's settings for a run, as JSON. A trial may begin again elsewhere. */
export function settingsOf(
  { bridge, limits }: RunRequest,
  files: readonly SourceFile[],
  isTrial = false,
): string {
  return JSON.stringify({ files: files.map(({ name }) => name), bridge, limits, isTrial });
}

/** Code that takes the guest's `start`, the function's name and its arguments as JSON. */
export function startCall(functionName: string): string {
  return `$0($1, ${lookUp(functionName)}, $2)`;
}

/** The last such comment wins in V8, and an empty one gives the file its real name back in stack traces. */
export function withoutSourceUrl(file: SourceFile): SourceFile {
  const { source } = file;
  return /[#@]\s*sourceURL/.test(source) ? { ...file, source: `${source}\n//# sourceURL=` } : file;
}

/** As source text: a const is in no object that could be asked for it. */
function lookUp(name: string): string {
  if (!identifier.test(name) || reservedWords.has(name)) return 'undefined';
  // An arrow function: a getter of the name sees its caller, and that one must not hold what starts the run.
  return `(() => (typeof ${name} === 'function' ? ${name} : undefined))()`;
}
