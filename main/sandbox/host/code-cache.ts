import type IsolatedVm from 'isolated-vm';
import type { SourceFile } from '../sandbox.ts';
import { bare } from './bare.ts';

/**
 * Compiles for isolates; what V8 made of a text is kept for the next isolate that needs it, and the script
 * itself for the next context of the same isolate.
 */
export interface CodeCache {
  compile(isolate: IsolatedVm.Isolate, file: SourceFile): Promise<IsolatedVm.Script>;
  /** Undefined when the isolate has not compiled this very file before. */
  compiled(isolate: IsolatedVm.Isolate, file: SourceFile): IsolatedVm.Script | undefined;
}

/** What isolated-vm 7.0.1 adds to a script; its types leave it out. */
interface Compiled extends IsolatedVm.Script {
  readonly cachedData?: IsolatedVm.ExternalCopy<ArrayBuffer>;
  readonly cachedDataRejected?: boolean;
}

/** Characters of source whose code is kept; the code takes about twice as many bytes. */
const maxKeptChars = 1024 * 1024;

export function createCodeCache(): CodeCache {
  /** By the whole text: V8 itself compares only its length. The one used last is at the end. */
  const kept = new Map<string, IsolatedVm.ExternalCopy<ArrayBuffer>>();
  let keptChars = 0;
  const scripts = new WeakMap<IsolatedVm.Isolate, Map<SourceFile, IsolatedVm.Script>>();

  function keep(source: string, code: IsolatedVm.ExternalCopy<ArrayBuffer>): void {
    kept.set(source, code);
    keptChars += source.length;
    for (const oldest of kept.keys()) {
      if (keptChars <= maxKeptChars) break;
      forget(oldest);
    }
  }

  function forget(source: string): void {
    if (kept.delete(source)) keptChars -= source.length;
  }

  return {
    async compile(isolate, file) {
      const own = scripts.get(isolate) ?? new Map<SourceFile, IsolatedVm.Script>();
      const script = own.get(file) ?? (await make(isolate, file));
      scripts.set(isolate, own.set(file, script));
      return script;
    },
    compiled: (isolate, file) => scripts.get(isolate)?.get(file),
  };

  async function make(
    isolate: IsolatedVm.Isolate,
    { name: filename, source }: SourceFile,
  ): Promise<IsolatedVm.Script> {
    const code = kept.get(source);
    if (code === undefined) {
      const options = bare({ filename, produceCachedData: true as const });
      const script: Compiled = await isolate.compileScript(source, options);
      // Another isolate may have been first.
      if (script.cachedData && !kept.has(source)) keep(source, script.cachedData);
      return script;
    }
    kept.delete(source);
    kept.set(source, code);
    const script: Compiled = await isolate.compileScript(
      source,
      bare({ filename, cachedData: code }),
    );
    if (script.cachedDataRejected === true) forget(source);
    return script;
  }
}
