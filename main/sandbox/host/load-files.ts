import type { SourceFile } from '../sandbox.ts';
import { bare } from './bare.ts';
import type { Cell } from './cell.ts';
import type { Compile } from './code-cache.ts';

/** Runs the files' top level, in order, in one scope. */
export async function loadFiles(
  files: readonly SourceFile[],
  cell: Cell,
  compile: Compile,
): Promise<void> {
  for (const file of files) {
    const script = await compile(cell.isolate, file.name, withoutSourceUrl(file));
    await script.run(cell.context, bare({}));
  }
}

/** The last such comment wins in V8, and an empty one gives the file its real name back in stack traces. */
export function withoutSourceUrl({ source }: SourceFile): string {
  return /[#@]\s*sourceURL/.test(source) ? `${source}\n//# sourceURL=` : source;
}
