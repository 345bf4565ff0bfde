import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { nearestHint } from '../platform/nearest-names.ts';
import { failureText, readText } from './read-text.ts';
import type { z } from 'zod';
import { attachDadl } from './attach-dadl.ts';
import { checkSchema } from './check-schema.ts';
import { limitProblems } from './environment-limits.ts';
import {
  duplicateNames,
  expandEntry,
  loadUnit,
  type LoadedUnit,
  type UnitDefinition,
} from './load-unit.ts';
import { loadPolicies, type PolicyFile } from './load-policies.ts';
import type { Environment, Paths } from './paths.ts';
import type { Problem } from './problem.ts';
import { backendsFile, type BackendEntry } from './schema/backend-entry.ts';
import {
  callerClassesFile,
  settingsFile,
  type CallerClassesFile,
  type Settings,
} from './schema/settings.ts';
import { parseYaml, type YamlSource } from './yaml-source.ts';

/** A unit that could not be loaded, to be shown beside the good ones. */
export interface BrokenUnit {
  readonly name: string;
  readonly folder: string;
  readonly problems: readonly Problem[];
}

/** Everything the user wrote. A part that is absent here could not be read; its problem says why. */
export interface Config {
  readonly settings: Settings | undefined;
  readonly callerClasses: CallerClassesFile | undefined;
  readonly backends: readonly BackendEntry[] | undefined;
  readonly units: readonly UnitDefinition[];
  readonly brokenUnits: readonly BrokenUnit[];
  /** In the order they run; one that cannot run is among them. */
  readonly policies: readonly PolicyFile[];
  /** Problems of the three files and the policies; a broken unit carries its own. */
  readonly problems: readonly Problem[];
}

/** Reads all files. Never throws for what a user can write; one bad part never stops the others. */
export async function loadConfig(paths: Paths, env: Environment): Promise<Config> {
  const problems: Problem[] = [];
  const settings = await loadFile(paths.settingsFile, settingsFile, problems);
  const callerClasses = await loadFile(paths.callerClassesFile, callerClassesFile, problems);
  const backends = await loadBackends(paths, env, problems);
  const { units, broken } = await loadUnits(paths, env);
  const { policies, problems: policyProblems } = await loadPolicies(paths.policiesFolder);
  return {
    settings: settings?.value,
    callerClasses: callerClasses?.value,
    backends,
    units,
    brokenUnits: broken,
    policies,
    problems: [
      ...limitProblems(env),
      ...problems,
      ...unknownUnits(settings, [...units, ...broken]),
      ...policyProblems,
    ],
  };
}

/** Problems of the files and of every unit, in that order. */
export function allProblems(config: Config): readonly Problem[] {
  return [...config.problems, ...config.brokenUnits.flatMap((unit) => unit.problems)];
}

async function loadFile<T>(
  file: string,
  schema: z.ZodType<T>,
  problems: Problem[],
): Promise<{ readonly value: T; readonly source: YamlSource } | undefined> {
  const subject = path.basename(file);
  let text: string;
  try {
    text = await readText(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT') {
      problems.push({
        subject,
        file,
        message: `cannot be read (${failureText(error)})`,
        severity: 'error',
      });
      return undefined;
    }
    text = '';
  }
  const parsed = parseYaml(file, text, subject);
  if ('problems' in parsed) {
    problems.push(...parsed.problems);
    return undefined;
  }
  const checked = checkSchema(parsed.source, schema, subject);
  if ('problems' in checked) {
    problems.push(...checked.problems);
    return undefined;
  }
  return { value: checked.value, source: parsed.source };
}

/** A misspelt name would leave a unit on that somebody meant to switch off, or without its limits. */
function unknownUnits(
  settings: { readonly value: Settings; readonly source: YamlSource } | undefined,
  units: readonly { readonly name: string; readonly folder: string }[],
): readonly Problem[] {
  if (settings === undefined) return [];
  const { disabled, limits } = settings.value.units;
  const { source } = settings;
  const names = units.map(({ name }) => name);
  // Of a unit whose file cannot be read only the folder's name is known.
  const known = new Set(['*', ...names, ...units.map(({ folder }) => path.basename(folder))]);
  const unknown = (
    at: string,
    name: string,
    place: ReturnType<YamlSource['placeOf']>,
  ): readonly Problem[] => {
    if (known.has(name)) return [];
    const hint = nearestHint(name, names) || '; take the line out, or add the unit';
    const message = `${at}: there is no unit "${name}"${hint}`;
    const subject = path.basename(source.file);
    return [{ subject, file: source.file, ...place, message, severity: 'warning' }];
  };
  return [
    ...disabled.flatMap((name, index) =>
      unknown(`units.disabled[${index}]`, name, source.placeOf(['units', 'disabled', index])),
    ),
    ...Object.keys(limits).flatMap((name) =>
      unknown('units.limits', name, source.placeOf(['units', 'limits'], name)),
    ),
  ];
}

async function loadBackends(
  { backendsFile: file, dadlFolder }: Paths,
  env: Environment,
  problems: Problem[],
): Promise<readonly BackendEntry[] | undefined> {
  const loaded = await loadFile(file, backendsFile, problems);
  if (loaded === undefined) return undefined;
  const entries = loaded.value.backends;
  problems.push(...duplicateNames(loaded.source, path.basename(file), entries));
  const good: BackendEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    const own: Problem[] = [];
    const subject = path.basename(file);
    const expanded = await attachDadl(
      expandEntry(loaded.source, subject, entry, index, env, own),
      [dadlFolder],
      { source: loaded.source, subject, index },
      own,
    );
    problems.push(...own);
    const taken = good.some((other) => other.name === entry.name);
    if (own.length === 0 && !taken) good.push(expanded);
  }
  return good;
}

async function loadUnits(
  { unitsFolder: folder, dadlFolder }: Paths,
  env: Environment,
): Promise<{ readonly units: readonly UnitDefinition[]; readonly broken: readonly BrokenUnit[] }> {
  const units: UnitDefinition[] = [];
  const broken: BrokenUnit[] = [];
  for (const loaded of await Promise.all(
    (await unitFolders(folder)).map((each) => loadUnit(each, env, dadlFolder)),
  )) {
    const other =
      'unit' in loaded ? units.find((unit) => unit.name === loaded.unit.name) : undefined;
    if ('unit' in loaded && other === undefined) units.push(loaded.unit);
    else broken.push(asBroken(loaded, other));
  }
  return { units, broken };
}

// Direct children only; a linked directory counts. Name order decides who owns a name.
async function unitFolders(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const folders: string[] = [];
  for (const name of names.sort()) {
    const file = await stat(path.join(folder, name, 'unit.yaml')).catch(() => undefined);
    if (file !== undefined) folders.push(path.join(folder, name));
  }
  return folders;
}

function asBroken(loaded: LoadedUnit, other: UnitDefinition | undefined): BrokenUnit {
  if (!('unit' in loaded)) return loaded;
  const { name, folder, file } = loaded.unit;
  const message = `unit: the name "${name}" is taken by ${other?.folder ?? 'another unit'}; choose another`;
  const subject = `unit ${path.basename(folder)}`;
  return {
    name: path.basename(folder),
    folder,
    problems: [{ subject, file, line: 1, column: 1, message, severity: 'error' }],
  };
}
