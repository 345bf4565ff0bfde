import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import type { Sandbox, SandboxJob, SandboxLimits, SourceFile } from '../../sandbox/sandbox.ts';
import type { NamespaceDeclaration, ToolDescriptor } from '../backend.ts';
import type { DeclaredTool, GlueProblem } from './declared-tool.ts';
import { fluentEntries, fluentPrelude, usesFluent } from './fluent-prelude.ts';
import { parseFluent } from './parse-fluent.ts';
import { parseTools } from './parse-tools.ts';

export interface GlueSource {
  readonly unit: string;
  readonly files: readonly SourceFile[];
  /** As `loadedFiles` gives them. */
  readonly loaded: readonly SourceFile[];
  readonly subBackends: readonly string[];
}

export interface UnitDescription {
  readonly tools: readonly ToolDescriptor[];
  /** Names of the tools written with `f`. */
  readonly fluent: ReadonlySet<string>;
  readonly namespaces: Readonly<Record<string, NamespaceDeclaration>>;
  /** In which connections begin; undefined when the glue names none. */
  readonly state: string | undefined;
  readonly problems: readonly GlueProblem[];
}

// Declaring has no reason to take long.
const limits: SandboxLimits = {
  timeoutMs: 10_000,
  memoryMb: 128,
  calls: 0,
  resultBytes: 5_000_000,
};

/** Files in the order they are loaded: with the prelude when the unit may need it. */
export function loadedFiles(files: readonly SourceFile[]): readonly SourceFile[] {
  return usesFluent(files) ? [fluentPrelude, ...files] : files;
}

/** Asks the glue for its tools, in both forms. Rejects when the glue itself fails. */
export async function describeUnit(glue: GlueSource, sandbox: Sandbox): Promise<UnitDescription> {
  const { unit, files, loaded, subBackends } = glue;
  const isFluent = loaded.includes(fluentPrelude);
  const value = await ask(glue, sandbox, isFluent ? fluentEntries.describe : 'describe');
  const fluent = isFluent ? parseFluent(value, unit) : undefined;
  const declared = isFluent ? fluent?.declared : value;
  if (fluent?.tools.length === 0 && fluent.problems.length === 0 && declared === undefined)
    throw new GatewayError(
      'glue-error',
      'declares no tool; add a function describe(), or tools with f.query()',
      { data: { file: files[0]?.name } },
    );
  const form1: Described =
    fluent !== undefined && declared === undefined
      ? { tools: [], problems: [] }
      : fromDescribe(declared, files);
  const parsed = parseTools([...form1.tools, ...(fluent?.tools ?? [])], subBackends, files);
  const names = parsed.tools.map(({ name }) => name).filter((name) => !parsed.fluent.has(name));
  const missing = await missingFunctions(glue, sandbox, names);
  return {
    tools: parsed.tools.filter(({ name }) => !missing.has(name)),
    fluent: parsed.fluent,
    namespaces: fluent?.namespaces ?? {},
    state: fluent?.state ?? form1.state,
    problems: [
      ...form1.problems,
      ...(fluent?.problems ?? []),
      ...parsed.problems,
      ...[...missing].map((name) => ({
        message: `describe(), tool "${name}": there is no top-level function "${name}"; write it, or correct the name`,
        file: files[0]?.name,
      })),
    ],
  };
}

interface Described {
  readonly tools: readonly DeclaredTool[];
  readonly state?: string;
  readonly problems: readonly GlueProblem[];
}

function fromDescribe(value: unknown, files: readonly SourceFile[]): Described {
  const { tools, state } = (value ?? {}) as { tools?: unknown; state?: unknown };
  const problem = (message: string): GlueProblem => ({ message, file: files[0]?.name });
  if (!Array.isArray(tools)) {
    const message = 'describe() must return { tools: [...] }; return the list of tools';
    return { tools: [], problems: [problem(message)] };
  }
  const declared = tools.map((raw: unknown) => ({ form: 'describe()' as const, raw, place: {} }));
  if (state === undefined) return { tools: declared, problems: [] };
  if (typeof state === 'string' && state !== '') return { tools: declared, state, problems: [] };
  const message = `describe(), state: expected the name of a state, got ${JSON.stringify(state)}`;
  return { tools: declared, problems: [problem(message)] };
}

/** A name in the list without its function would fail only when a model calls it. */
async function missingFunctions(
  glue: GlueSource,
  sandbox: Sandbox,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const kinds = names.map((name) => `${JSON.stringify(name)}: typeof ${name}`).join(', ');
  const entry = 'toolmesh$kinds';
  const tail = { name: 'toolmesh:kinds', source: `function ${entry}() { return { ${kinds} }; }` };
  const found = await ask({ ...glue, loaded: [...glue.loaded, tail] }, sandbox, entry);
  const isFunction = (name: string): boolean =>
    (found as Readonly<Record<string, unknown>>)[name] === 'function';
  return new Set(names.filter((name) => !isFunction(name)));
}

async function ask(glue: GlueSource, sandbox: Sandbox, entry: string): Promise<unknown> {
  const job: SandboxJob = {
    label: `Unit "${glue.unit}"`,
    files: glue.loaded,
    entry: { kind: 'function', name: entry, args: [] },
    bridge: { global: 'none' },
    limits,
    onCall: ({ path }) => {
      const message = `${path.join('.')} cannot be called from describe()`;
      return Promise.resolve({ ok: false, error: { code: 'glue-error', message } });
    },
  };
  try {
    return (await sandbox.run(job)).value;
  } catch (thrown) {
    const error = toGatewayError(thrown);
    const { code, message, data } = error;
    if (data['code'] !== 'no-function') {
      const said = `${message}${outsideTool(message)}`;
      throw new GatewayError(code, entry === 'describe' ? `describe(): ${said}` : said, {
        data,
        cause: error,
      });
    }
    throw new GatewayError(
      'glue-error',
      'there is no function describe(); add it, or write the tools with f.query()',
      { data: { file: glue.files[0]?.name } },
    );
  }
}

/** What a run has, and the files' top level and describe() have not. */
function outsideTool(message: string): string {
  return /^(api|params) is not defined$/.test(message)
    ? '; it is there only while a tool runs, so use it inside the function of the tool'
    : '';
}
