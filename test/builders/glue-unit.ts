import type { Backend, CallResult, SubCall } from '../../main/backends/backend.ts';
import { SandboxedUnit } from '../../main/backends/unit/unit-backend.ts';
import type { Sandbox, SandboxLimits } from '../../main/sandbox/sandbox.ts';
import { backendCall } from './backend-call.ts';

export interface GlueUnitOptions {
  readonly sandbox: Sandbox;
  /** File name to source, or the source of the only file `demo.js`. */
  readonly glue: string | Readonly<Record<string, string>>;
  readonly backends?: readonly string[];
  readonly subCall?: SubCall;
  readonly limits?: Partial<SandboxLimits>;
}

export interface GlueUnit {
  readonly unit: SandboxedUnit;
  /** `file:line message` of everything wrong with it. */
  readonly problems: readonly string[];
  readonly console: readonly string[];
  readonly call: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<CallResult>;
}

const limits: SandboxLimits = {
  timeoutMs: 10_000,
  memoryMb: 64,
  calls: 1000,
  resultBytes: 1_000_000,
};

/** A unit "demo" that has described itself. */
export async function glueUnit(options: GlueUnitOptions): Promise<GlueUnit> {
  const { sandbox, glue, backends = ['db'], subCall } = options;
  const sources = typeof glue === 'string' ? { 'demo.js': glue } : glue;
  const lines: string[] = [];
  const unit = new SandboxedUnit({
    name: 'demo',
    files: Object.entries(sources).map(([name, source]) => ({ name, source })),
    subBackends: backends.map(silentBackend),
    expose: { promoted: [], metaSignals: [], audit: 'full' },
    sandbox,
    limits: { ...limits, ...options.limits },
  });
  await unit.described;
  return {
    unit,
    problems: unit
      .problems()
      .map(({ file = '', line = 0, message }) => `${file}:${line} ${message}`),
    console: lines,
    call: (tool, args = {}) =>
      unit.callTool(
        backendCall({
          tool,
          args,
          onConsole: (more) => lines.push(...more),
          ...(subCall && { subCall }),
        }),
      ),
  };
}

/** A private backend that only has a name; what it answers is the test's `subCall`. */
function silentBackend(name: string): Backend {
  return {
    name,
    kind: 'passthrough',
    promoted: [],
    tools: () => [],
    state: () => ({ kind: 'ready' }),
    callTool: () => Promise.reject(new Error('not through the pipeline')),
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  };
}
