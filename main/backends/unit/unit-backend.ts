import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import type {
  LimitSettings,
  Sandbox,
  SandboxJob,
  SandboxLimits,
  SourceFile,
} from '../../sandbox/sandbox.ts';
import type {
  Backend,
  BackendCall,
  BackendState,
  CallResult,
  NamespaceDeclaration,
  ToolDescriptor,
  UnitBackend,
} from '../backend.ts';
import { CallsInFlight } from '../calls-in-flight.ts';
import { bridgeCall } from './bridge.ts';
import { OutputChecker } from './check-output.ts';
import type { GlueProblem } from './declared-tool.ts';
import { describeUnit, loadedFiles, type UnitDescription } from './describe-unit.ts';
import { fluentEntries } from './fluent-prelude.ts';
import { toCallResult, toStructuredResult } from './to-call-result.ts';

/** What of a unit is shown and kept; changes without loading the glue again. */
export interface UnitExposure {
  readonly promoted: readonly string[];
  readonly metaSignals: readonly string[];
  readonly audit: UnitBackend['audit'];
}

export interface UnitOptions {
  readonly name: string;
  readonly files: readonly SourceFile[];
  readonly subBackends: readonly Backend[];
  readonly expose: UnitExposure;
  readonly sandbox: Sandbox;
  readonly limits: SandboxLimits;
  readonly limitSettings?: LimitSettings | undefined;
}

/** A call that cannot be stopped is ended with its host, somewhat later. */
const lateMs = 5000;

const nothing: UnitDescription = {
  tools: [],
  fluent: new Set(),
  namespaces: {},
  state: undefined,
  problems: [],
};

/** A unit: curated tools in glue over private backends. To the gateway a backend like any other. */
export class SandboxedUnit implements UnitBackend {
  readonly kind = 'unit';
  readonly name: string;
  readonly subBackends: readonly Backend[];
  /** Settles when describe() has answered or failed. */
  readonly described: Promise<void>;
  readonly #options: UnitOptions;
  readonly #changed = new Emitter<undefined>();
  readonly #stops: readonly Unsubscribe[];
  #expose: UnitExposure;
  readonly #outputs = new OutputChecker();
  readonly #running = new CallsInFlight();
  /** One list for all calls: by it the sandbox knows the glue again. */
  readonly #loaded: readonly SourceFile[];
  #description = nothing;
  #state: BackendState = { kind: 'connecting' };

  constructor(options: UnitOptions) {
    this.#options = options;
    this.name = options.name;
    this.#loaded = loadedFiles(options.files);
    this.#expose = options.expose;
    this.subBackends = options.subBackends;
    this.#stops = options.subBackends.map((backend) =>
      backend.onChange(() => {
        this.#changed.emit(undefined);
      }),
    );
    this.described = this.#describe();
  }

  get promoted(): readonly string[] {
    return this.#expose.promoted;
  }

  get metaSignals(): readonly string[] {
    return this.#expose.metaSignals;
  }

  get audit(): UnitBackend['audit'] {
    return this.#expose.audit;
  }

  expose(exposure: UnitExposure): void {
    this.#expose = exposure;
    this.#changed.emit(undefined);
  }

  get namespaces(): Readonly<Record<string, NamespaceDeclaration>> {
    return this.#description.namespaces;
  }

  get initialState(): string | undefined {
    return this.#description.state;
  }

  tools(): readonly ToolDescriptor[] {
    return this.#description.tools;
  }

  problems(): readonly GlueProblem[] {
    return this.#description.problems;
  }

  state(): BackendState {
    return this.#state;
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  callTool(call: BackendCall): Promise<CallResult> {
    return this.#running.track(() => this.#call(call));
  }

  /** Settles when no call runs any more; each ends by its limit at the latest. */
  idle(): Promise<void> {
    return this.#running.idle(this.#options.limits.timeoutMs + lateMs);
  }

  async #call(call: BackendCall): Promise<CallResult> {
    try {
      const outcome = await this.#options.sandbox.run(this.#job(call));
      call.onConsole(outcome.console);
      return this.#toResult(outcome.value, call.tool);
    } catch (thrown) {
      throw this.#explain(toGatewayError(thrown), call);
    }
  }

  /** The private backends are not the unit's to close: a new version of the glue goes on with them. */
  close(): Promise<void> {
    for (const stop of this.#stops) stop();
    return Promise.resolve();
  }

  async #describe(): Promise<void> {
    const { files, sandbox } = this.#options;
    try {
      const subBackends = this.subBackends.map((backend) => backend.name);
      this.#description = await describeUnit(
        { unit: this.name, files, loaded: this.#loaded, subBackends },
        sandbox,
      );
      this.#state = { kind: 'ready' };
    } catch (thrown) {
      const error = toGatewayError(thrown);
      const { file, line, column } = error.data as Partial<GlueProblem>;
      this.#description = {
        ...nothing,
        problems: [{ message: error.message, file, line, column }],
      };
      this.#state = { kind: 'down', since: Date.now(), reason: error.message };
    }
    this.#changed.emit(undefined);
  }

  #job(call: BackendCall): SandboxJob {
    const { tool, args, signal } = call;
    const { limits, limitSettings = {} } = this.#options;
    const entry: SandboxJob['entry'] = this.#description.fluent.has(tool)
      ? { kind: 'function', name: fluentEntries.call, args: [tool, args] }
      : { kind: 'function', name: tool, args: [args] };
    return {
      label: `Unit "${this.name}", tool "${tool}"`,
      files: this.#loaded,
      entry,
      bridge: { global: 'api', names: this.subBackends.map((backend) => backend.name) },
      globals: { params: args },
      limits,
      limitSettings,
      onCall: (inner) => bridgeCall(inner, this.subBackends, call.subCall),
      signal,
    };
  }

  #toResult(value: unknown, name: string): CallResult {
    const schema = this.#description.tools.find((tool) => tool.name === name)?.outputSchema;
    if (schema === undefined) return toCallResult(value);
    return toStructuredResult(value, (structured) => this.#outputs.fault(schema, structured));
  }

  #explain(error: GatewayError, call: BackendCall): GatewayError {
    const {
      console: lines,
      file,
      line,
    } = error.data as { console?: readonly string[]; file?: string; line?: number };
    call.onConsole(lines ?? []);
    const data = { ...error.data, unit: this.name, tool: call.tool };
    if (error.code !== 'glue-error')
      return new GatewayError(error.code, error.message, { data, cause: error });
    const place = line === undefined ? '' : ` (${file ?? 'glue'}, line ${line})`;
    const text = `Unit "${this.name}", tool "${call.tool}": ${error.message}${place}`;
    return new GatewayError('glue-error', text, { data, cause: error });
  }
}
