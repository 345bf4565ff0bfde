import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { CORE_SCHEMA, load } from 'js-yaml';
import { GatewayError } from '../platform/gateway-error.ts';
import type { DadlFragment, DadlSource } from './schema/dadl-source.ts';

// The registry of DADL files takes at most 500 KB; a file of several megabytes is a wrong path.
const maxBytes = 4_000_000;

/** First of the places where a relative `dadl:` may lie that has the file; the last one when none has. */
export async function findDadl(named: string, folders: readonly string[]): Promise<string> {
  const candidates = folders.map((folder) => path.resolve(folder, named));
  for (const candidate of candidates) {
    if (await stat(candidate).then(isFile, () => false)) return candidate;
  }
  return candidates.at(-1) ?? named;
}

/** Reads a DADL file and the fragments it names. Throws `config-invalid` when the file can't be read. */
export async function loadDadl(file: string): Promise<DadlSource> {
  const text = await read(file).catch((error: unknown) => {
    const why = error instanceof TooLarge ? error.message : reason(error);
    throw new GatewayError('config-invalid', `The DADL file "${file}" cannot be read (${why})`, {
      cause: error,
      data: { file },
    });
  });
  const fragments: Record<string, DadlFragment> = {};
  for (const named of includedPaths(text)) {
    fragments[named] = await readFragment(path.dirname(file), named);
  }
  return { file, text, fragments };
}

class TooLarge extends Error {}

async function read(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > maxBytes) throw new TooLarge(`it has ${size} bytes, at most ${maxBytes} are read`);
  return readFile(file, 'utf8');
}

// A fragment comes from beside the file that names it: a downloaded file must not read others.
async function readFragment(folder: string, named: string): Promise<DadlFragment> {
  if (path.isAbsolute(named) || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(named)) {
    return { refused: 'it must be a path relative to the file' };
  }
  try {
    const real = await realpath(path.resolve(folder, named));
    const inside = path.relative(await realpath(folder), real);
    if (inside.startsWith('..') || path.isAbsolute(inside))
      return { refused: "it lies outside the file's folder" };
    return { text: await read(real) };
  } catch (error) {
    return { refused: error instanceof TooLarge ? error.message : reason(error) };
  }
}

function includedPaths(text: string): readonly string[] {
  if (!/^["']?includes["']?\s*:/m.test(text)) return [];
  try {
    const { includes } = load(text, { schema: CORE_SCHEMA }) as { includes?: unknown };
    return (Array.isArray(includes) ? (includes as unknown[]) : []).flatMap((entry) => {
      const named = (entry as { path?: unknown } | null)?.path;
      return typeof named === 'string' ? [named] : [];
    });
  } catch {
    // The syntax error is reported with its place when the file is parsed.
    return [];
  }
}

function isFile(found: { isFile(): boolean }): boolean {
  return found.isFile();
}

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' ? 'there is no such file' : (code ?? String(error));
}
