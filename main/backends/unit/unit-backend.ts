import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import type {
  BridgeCall,
  BridgeReply,
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
  ToolDescriptor,
  UnitBackend,
} from '../backend.ts';
import { parseDescription } from './describe-schema.ts';
import { toCallResult } from './to-call-result.ts';

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
}

/** Something wrong with the glue, found when it was described. */
export interface GlueProblem {
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

// describe() declares; it has no reason to take long.
const describeLimits: SandboxLimits = {
  timeoutMs: 10_000,
  memoryMb: 128,
  calls: 0,
  resultBytes: 5_000_000,
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
  #tools: readonly ToolDescriptor[] = [];
  #problems: readonly GlueProblem[] = [];
  #state: BackendState = { kind: 'connecting' };

  constructor(options: UnitOptions) {
    this.#options = options;
    this.name = options.name;
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

  tools(): readonly ToolDescriptor[] {
    return this.#tools;
  }

  problems(): readonly GlueProblem[] {
    return this.#problems;
  }

  state(): BackendState {
    return this.#state;
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  async callTool(call: BackendCall): Promise<CallResult> {
    try {
      const outcome = await this.#options.sandbox.run({
        ...this.#job(
          { kind: 'function', name: call.tool, args: [call.args] },
          this.#options.limits,
        ),
        bridge: { global: 'api', names: this.subBackends.map((backend) => backend.name) },
        globals: { params: call.args },
        onCall: (inner) => this.#bridge(inner, call),
        signal: call.signal,
      });
      call.onConsole(outcome.console);
      return toCallResult(outcome.value);
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
    try {
      const job = this.#job({ kind: 'function', name: 'describe', args: [] }, describeLimits);
      const { value } = await this.#options.sandbox.run(job);
      const { tools, findings } = parseDescription(
        value,
        this.subBackends.map((backend) => backend.name),
      );
      this.#tools = tools;
      this.#problems = findings.map((message) => ({ message, file: this.#options.files[0]?.name }));
      this.#state = { kind: 'ready' };
    } catch (thrown) {
      const error = toGatewayError(thrown);
      const { file, line, column } = error.data as Partial<GlueProblem>;
      this.#problems = [{ message: `describe(): ${error.message}`, file, line, column }];
      this.#state = { kind: 'down', since: Date.now(), reason: error.message };
    }
    this.#changed.emit(undefined);
  }

  #job(entry: SandboxJob['entry'], limits: SandboxLimits): SandboxJob {
    return {
      label: `Unit "${this.name}"`,
      files: this.#options.files,
      entry,
      bridge: { global: 'none' },
      limits,
      onCall: ({ path }) => Promise.resolve(unavailable(path)),
    };
  }

  /** `api.<backend>.<tool>(args)`: the raw result, or an exception for what is not the tool's own failure. */
  async #bridge({ path, args }: BridgeCall, call: BackendCall): Promise<BridgeReply> {
    const [backendName = '', tool = ''] = path;
    const backend = this.subBackends.find((candidate) => candidate.name === backendName);
    if (backend === undefined) {
      const names = this.subBackends.map((candidate) => candidate.name);
      const message = `The unit has no backend "${backendName}"${nearestHint(backendName, names) || `; it has ${names.join(', ')}`}`;
      return { ok: false, error: { code: 'unknown-tool', backend: backendName, tool, message } };
    }
    if (args !== undefined && (typeof args !== 'object' || args === null || Array.isArray(args))) {
      const message = `api.${backendName}.${tool} takes one object of arguments, got ${JSON.stringify(args).slice(0, 80)}`;
      return {
        ok: false,
        error: { code: 'invalid-arguments', backend: backendName, tool, message },
      };
    }
    try {
      const result = await call.subCall(backend, tool, (args ?? {}) as Record<string, unknown>);
      const { content, isError = false, structuredContent, _meta } = result;
      return {
        ok: true,
        value: {
          content,
          isError,
          metadata: _meta ?? {},
          ...(structuredContent !== undefined && { structuredContent }),
        },
      };
    } catch (thrown) {
      const error = toGatewayError(thrown);
      return {
        ok: false,
        error: {
          ...error.data,
          code: error.code,
          backend: backendName,
          tool,
          message: error.message,
        },
      };
    }
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

function unavailable(path: readonly string[]): BridgeReply {
  const message = `${path.join('.')} cannot be called from describe()`;
  return { ok: false, error: { code: 'glue-error', message } };
}
