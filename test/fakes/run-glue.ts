// A shipped unit as the gateway runs it: same loading, backends, argument checks, bridge and error texts.
import { fileURLToPath } from 'node:url';
import type { SubCall, ToolDescriptor } from '../../main/backends/backend.ts';
import { createBackend } from '../../main/backends/create-backend.ts';
import type { RestWorld } from '../../main/backends/rest/create-context.ts';
import { SandboxedUnit } from '../../main/backends/unit/unit-backend.ts';
import { loadUnit } from '../../main/config/load-unit.ts';
import type { BackendEntry } from '../../main/config/schema/backend-entry.ts';
import { privateRoute } from '../../main/gateway/private-route.ts';
import { ArgumentValidator } from '../../main/gateway/stages/validate-arguments.ts';
import type { Sandbox } from '../../main/sandbox/sandbox.ts';
import { createRecordingLogger } from './recording-logger.ts';

export interface OpenUnit {
  readonly tools: readonly ToolDescriptor[];
  /** What describe() got wrong. */
  readonly problems: readonly string[];
  /** The tool's answer as text; rejects with the error a client would be shown. */
  readonly text: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly call: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export interface OpenUnitOptions {
  /** Folder below `units/`. */
  readonly unit: string;
  /** Where its backends are, by their names in unit.yaml. */
  readonly urls: Readonly<Record<string, string>>;
  /** The key of every backend that names one. */
  readonly key?: string | undefined;
  readonly sandbox: Sandbox;
  /** For a unit with a REST backend. */
  readonly rest?: RestWorld | undefined;
}

export async function openUnit({
  unit,
  urls,
  key,
  sandbox,
  rest,
}: OpenUnitOptions): Promise<OpenUnit> {
  const folder = fileURLToPath(new URL(`../../units/${unit}`, import.meta.url));
  const loaded = await loadUnit(folder, {});
  if ('problems' in loaded) {
    throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
  }
  const { files, backends, expose } = loaded.unit;
  const subBackends = backends.map((entry) =>
    createBackend(moved(entry, urls), {
      appVersion: '0.0.0',
      logger: createRecordingLogger(),
      credential: () => Promise.resolve(key),
      childEnvironment: () => Promise.resolve({}),
      rest,
    }),
  );
  const glue = new SandboxedUnit({
    name: unit,
    files,
    subBackends,
    expose: { promoted: expose.tools, metaSignals: expose.meta_signals, audit: expose.audit },
    sandbox,
    limits: { timeoutMs: 20_000, memoryMb: 128, calls: 1000, resultBytes: 10_000_000 },
  });
  await Promise.all([glue.described, ...subBackends.map((backend) => backend.firstAttempt)]);

  const validator = new ArgumentValidator();
  const onConsole = (): void => undefined;
  const subCall: SubCall = (target, tool, args) => {
    const route = privateRoute(target, tool);
    if (route.tool.checksArguments !== true) validator.validate(tool, route.tool.inputSchema, args);
    // A signal of its own: the SDK leaves a listener on it for every request.
    return target.callTool({ tool, args, signal: fresh(), subCall, onConsole });
  };
  const text = async (
    tool: string,
    args: Readonly<Record<string, unknown>> = {},
  ): Promise<string> => {
    const schema = glue.tools().find(({ name }) => name === tool)?.inputSchema ?? {};
    validator.validate(tool, schema, args);
    const { content } = await glue.callTool({ tool, args, signal: fresh(), subCall, onConsole });
    const [first] = content;
    return first?.type === 'text' ? first.text : '';
  };
  return {
    tools: glue.tools(),
    problems: glue.problems().map(({ message }) => message),
    text,
    call: async (tool, args) => JSON.parse(await text(tool, args)) as unknown,
    close: () => glue.close(),
  };
}

function moved(entry: BackendEntry, urls: Readonly<Record<string, string>>): BackendEntry {
  const url = urls[entry.name];
  return entry.transport !== 'stdio' && url !== undefined ? { ...entry, url } : entry;
}

function fresh(): AbortSignal {
  return new AbortController().signal;
}
