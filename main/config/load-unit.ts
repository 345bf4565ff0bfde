import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { attachDadl } from './attach-dadl.ts';
import { checkSchema } from './check-schema.ts';
import { expandVariables } from './expand-variables.ts';
import type { Environment } from './paths.ts';
import type { Problem } from './problem.ts';
import { failureText, readText } from './read-text.ts';
import { scanFiles } from './scan-glue.ts';
import type { BackendEntry } from './schema/backend-entry.ts';
import { unitFile, type UnitFile } from './schema/unit-file.ts';
import { parseYaml, type YamlSource } from './yaml-source.ts';

/** A unit as its files describe it; nothing of it has run. */
export interface UnitDefinition {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  readonly expose: UnitFile['expose'];
  readonly backends: readonly BackendEntry[];
  /** Glue in load order; names are relative to the folder. */
  readonly files: readonly { readonly name: string; readonly source: string }[];
}

export type LoadedUnit =
  | { readonly unit: UnitDefinition }
  /** `name` is the folder's, or the file's where that much could be read. */
  | { readonly name: string; readonly folder: string; readonly problems: readonly Problem[] };

// A glue file is written by hand; the cap keeps a wrong link from filling the memory.
const maxGlueBytes = 1_000_000;

/**
 * Reads one unit's folder. Everything wrong with it is found at once where that is possible. A DADL file that
 * is not beside unit.yaml is looked for in `dadlFolder`.
 */
export async function loadUnit(
  folder: string,
  env: Environment,
  dadlFolder?: string,
): Promise<LoadedUnit> {
  const file = path.join(folder, 'unit.yaml');
  const folderName = path.basename(folder);
  const subject = `unit ${folderName}`;
  const failed = (name: string, problems: readonly Problem[]): LoadedUnit => ({
    name,
    folder,
    problems,
  });
  let text: string;
  try {
    text = await readText(file);
  } catch (error) {
    return failed(folderName, [{ subject, file, message: unreadable(error), severity: 'error' }]);
  }
  const parsed = parseYaml(file, text, subject);
  if ('problems' in parsed) return failed(folderName, parsed.problems);
  const checked = checkSchema(parsed.source, unitFile, subject);
  if ('problems' in checked)
    return failed(nameIn(parsed.source.value) ?? folderName, checked.problems);
  const { value } = checked;
  const problems: Problem[] = [];
  const expanded = value.backends.map((entry, index) =>
    expandEntry(parsed.source, subject, entry, index, env, problems),
  );
  const dadlFolders = [folder, ...(dadlFolder === undefined ? [] : [dadlFolder])];
  const backends = await Promise.all(
    expanded.map((entry, index) =>
      attachDadl(entry, dadlFolders, { source: parsed.source, subject, index }, problems),
    ),
  );
  problems.push(...duplicateNames(parsed.source, subject, value.backends));
  const files = await readGlue(parsed.source, subject, folder, value.implementation, problems);
  const texts = files.map(({ name, source }) => ({ file: path.join(folder, name), source }));
  problems.push(...scanFiles(texts, subject));
  if (problems.length > 0) return failed(value.unit, problems);
  return { unit: { name: value.unit, folder, file, expose: value.expose, backends, files } };
}

/** Expands an entry's variables; a missing one is a problem at its place in the file. */
export function expandEntry(
  source: YamlSource,
  subject: string,
  entry: BackendEntry,
  index: number,
  env: Environment,
  problems: Problem[],
): BackendEntry {
  const expanded = expandVariables(entry, env);
  for (const { name, path: inside } of expanded.missing) {
    problems.push({
      subject,
      file: source.file,
      ...source.placeOf(['backends', index, ...inside]),
      message: `backends[${index}]: the variable "${name}" is not set; set it in the environment of the app`,
      severity: 'error',
    });
  }
  return expanded.entry;
}

export function duplicateNames(
  source: YamlSource,
  subject: string,
  entries: readonly BackendEntry[],
): readonly Problem[] {
  return entries.flatMap((entry, index) => {
    const first = entries.findIndex((other) => other.name === entry.name);
    if (first === index) return [];
    const place = source.placeOf(['backends', index, 'name']);
    const message = `backends[${index}].name: "${entry.name}" is taken by backends[${first}]; give it another name`;
    return [{ subject, file: source.file, ...place, message, severity: 'error' as const }];
  });
}

async function readGlue(
  source: YamlSource,
  subject: string,
  folder: string,
  implementation: UnitFile['implementation'],
  problems: Problem[],
): Promise<UnitDefinition['files']> {
  const place = source.placeOf(['implementation']);
  const refuse = (message: string): void => {
    problems.push({
      subject,
      file: source.file,
      ...place,
      message: `implementation: ${message}`,
      severity: 'error',
    });
  };
  const root = await realpath(folder);
  const files: { name: string; source: string }[] = [];
  const isListed = (name: string): boolean => files.some((file) => file.name === name);
  for (const named of typeof implementation === 'string' ? [implementation] : implementation) {
    // Told before it is looked for: whether something is there is nothing a unit need know.
    if (isOutside(path.relative(folder, path.resolve(folder, named)))) {
      refuse(outside(named));
      continue;
    }
    for (const target of await listGlue(path.resolve(folder, named), named, refuse)) {
      const real = await realpath(target);
      const inside = path.relative(root, real);
      const name = path.relative(folder, target).split(path.sep).join('/');
      // Of a directory the file in it is at fault.
      const shown = target === path.resolve(folder, named) ? named : name;
      if (isOutside(inside)) {
        refuse(outside(shown));
        continue;
      }
      const found = await stat(real);
      if (!found.isFile()) refuse(`"${shown}" is not a regular file; move it elsewhere`);
      else if (found.size > maxGlueBytes)
        refuse(`"${shown}" has ${found.size} bytes, at most ${maxGlueBytes} are loaded`);
      else if (isListed(name)) refuse(`"${shown}" is named twice; each file is loaded once`);
      else {
        try {
          files.push({ name, source: await readText(real) });
        } catch (error) {
          refuse(`"${shown}" cannot be read (${failureText(error)})`);
        }
      }
    }
  }
  return files;
}

/** Of a path relative to the folder; on another drive of Windows it stays absolute. */
function isOutside(relative: string): boolean {
  return relative.split(path.sep)[0] === '..' || path.isAbsolute(relative);
}

function outside(named: string): string {
  return `"${named}" lies outside the unit's folder; copy the file into it`;
}

async function listGlue(
  target: string,
  named: string,
  refuse: (message: string) => void,
): Promise<readonly string[]> {
  const found = await stat(target).catch(() => undefined);
  if (found === undefined) {
    refuse(`"${named}" does not exist; create it or name another file`);
    return [];
  }
  if (!found.isDirectory()) return [target];
  const names = (await readdir(target)).filter((name) => name.endsWith('.js')).sort();
  if (names.length === 0) refuse(`the directory "${named}" holds no .js file`);
  return names.map((name) => path.join(target, name));
}

function nameIn(value: unknown): string | undefined {
  const name = (value as { unit?: unknown } | undefined)?.unit;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function unreadable(error: unknown): string {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? 'does not exist; "toolmesh units new NAME" writes a unit to start from'
    : `cannot be read (${failureText(error)})`;
}
