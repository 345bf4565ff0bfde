import type { RestEntry } from '../../config/schema/backend-entry.ts';
import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Backend, BackendCall, BackendState, CallResult, ToolDescriptor } from '../backend.ts';
import { callRestTool } from './call-rest-tool.ts';
import { runComposite } from './composites/run-composite.ts';
import { createContext, type RestWorld } from './create-context.ts';
import { placeFindings } from './dadl/place-findings.ts';
import { parseDadl, type ParsedDadl } from './dadl/parse-dadl.ts';
import type { Dadl } from './dadl/model.ts';
import { checkHealth, healthDescriptor } from './health.ts';
import type { RestContext } from './rest-context.ts';
import { connectFault } from './http/connect-fault.ts';
import { RestFailure } from './rest-failure.ts';
import { toCallResult } from './response/to-call-result.ts';
import { withExamples } from './tools/with-examples.ts';
import { describeComposite, describeTool } from './tools/describe-tool.ts';
import { someOf } from '../../platform/some-of.ts';

/** Something about the DADL file, at its place. */
export interface DadlProblem {
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface RestBackendOptions {
  readonly entry: RestEntry;
  readonly world: RestWorld;
  readonly logger: Logger;
  readonly credential: (name: string) => Promise<string | undefined>;
}

/** A REST API as a DADL file describes it. It has no connection to keep: each call stands for itself. */
export class RestBackend implements Backend {
  readonly kind = 'passthrough';
  readonly name: string;
  readonly promoted: readonly string[];
  /** Settles when the transforms have been checked; the network is not asked. */
  readonly firstAttempt: Promise<void>;
  readonly #options: RestBackendOptions;
  readonly #changed = new Emitter<undefined>();
  readonly #parsed: ParsedDadl;
  readonly #context: RestContext | undefined;
  readonly #tools: readonly ToolDescriptor[];
  readonly #warnings: string[] = [];
  #problems: readonly DadlProblem[] | undefined;
  #state: BackendState;
  #running = 0;
  #onIdle: (() => void) | undefined;

  constructor(options: RestBackendOptions) {
    const { entry } = options;
    this.#options = options;
    this.name = entry.name;
    this.promoted = entry.expose_tools;
    this.#parsed = parse(options);
    const { dadl } = this.#parsed;
    const context = dadl && createContext({ ...options, dadl });
    this.#context = typeof context === 'string' ? undefined : context;
    const fault = typeof context === 'string' ? context : this.#parsed.errors[0]?.message;
    this.#tools = this.#context === undefined ? [] : this.#describe(this.#context.dadl);
    this.#state =
      fault === undefined
        ? { kind: 'ready', version: dadl?.version }
        : { kind: 'down', since: Date.now(), reason: `Backend "${this.name}": ${fault}` };
    this.firstAttempt = this.#checkTransforms();
  }

  /** False when the file or the entry is at fault; no call can change that. */
  get isUsable(): boolean {
    return this.#context !== undefined;
  }

  tools(): readonly ToolDescriptor[] {
    return this.#tools;
  }

  state(): BackendState {
    return this.#state;
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  /** Everything there is to say about the file, with its places. */
  problems(): readonly DadlProblem[] {
    this.#problems ??= this.#findProblems();
    return this.#problems;
  }

  /** Looks once whether anything listens at the service's address; calls find out by themselves. */
  async probe(): Promise<void> {
    const context = this.#context;
    // A name that must not lead to a private address is not even looked up here.
    if (context === undefined || !this.#options.entry.allow_private_url) return;
    const fault = await connectFault(context.base);
    if (fault === undefined) return;
    const text = `Backend "${this.name}" does not answer at ${context.base.origin} (${fault})`;
    this.#failed(new RestFailure('unavailable', text));
  }

  /** A newer version of the file was not taken; these are its problems, told in place of our own. */
  overruled(problems: readonly DadlProblem[]): void {
    this.#problems = problems;
    this.#changed.emit(undefined);
  }

  async callTool(call: BackendCall): Promise<CallResult> {
    const context = this.#context;
    if (context === undefined) {
      const reason = this.#state.kind === 'down' ? this.#state.reason : 'it is not usable';
      throw new GatewayError('backend-error', reason, { data: { backend: this.name } });
    }
    this.#running += 1;
    try {
      const result = await this.#run(context, call);
      this.#reached();
      return result;
    } catch (error) {
      if (call.signal.aborted)
        throw new GatewayError('cancelled', `The call of "${call.tool}" was cancelled`, {
          cause: error,
        });
      if (!(error instanceof RestFailure)) throw error;
      this.#failed(error);
      return error.toResult((text) => context.secrets.scrub(text));
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#onIdle?.();
    }
  }

  /** Closes when the running calls have ended, or after `mostMs`. */
  async retire(mostMs: number): Promise<void> {
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
        setTimeout(resolve, mostMs).unref();
      });
    }
    await this.close();
  }

  async close(): Promise<void> {
    await Promise.all([this.#context?.http.close(), this.#context?.fileHttp.close()]);
  }

  async #run(context: RestContext, call: BackendCall): Promise<CallResult> {
    const { dadl } = context;
    if (!this.#tools.some((tool) => tool.name === call.tool))
      throw new GatewayError('unknown-tool', `Backend "${this.name}" has no tool "${call.tool}"`, {
        data: { backend: this.name, tool: call.tool },
      });
    const tool = dadl.tools.get(call.tool);
    if (tool !== undefined) {
      const result = await callRestTool(context, tool, call);
      const warnings = result._meta?.['warnings'];
      if (Array.isArray(warnings))
        call.onConsole(warnings.map((warning) => `warning: ${String(warning)}`));
      return result;
    }
    const composite = dadl.composites.get(call.tool);
    if (composite === undefined)
      return toCallResult(dadl.health && (await checkHealth(context, dadl.health, call.signal)));
    const { sandbox } = this.#options.world;
    return runComposite(composite, call, { sandbox, tools: [...dadl.tools.keys()] });
  }

  #describe({ tools, composites, health, examples }: Dadl): readonly ToolDescriptor[] {
    const all = [
      ...[...tools.values()].map(describeTool),
      ...[...composites.values()].map(describeComposite),
      ...(health?.isExposed === true ? [healthDescriptor] : []),
    ];
    const { include_tools: include } = this.#options.entry;
    const offered = include === undefined ? all : all.filter(({ name }) => include.includes(name));
    return withExamples(offered, examples);
  }

  async #checkTransforms(): Promise<void> {
    const { dadl } = this.#parsed;
    const texts = new Map<string, string[]>();
    for (const [name, { response }] of dadl?.tools ?? []) {
      if (response.transform === undefined) continue;
      texts.set(response.transform, [...(texts.get(response.transform) ?? []), name]);
    }
    await Promise.all(
      [...texts].map(async ([filter, names]) => {
        const fault = await this.#options.world.transformer.check(filter);
        if (fault === undefined) return;
        this.#warnings.push(`the transform of ${someOf(names, 1)} is not jq: ${fault}`);
      }),
    );
    if (this.#warnings.length === 0) return;
    this.#problems = undefined;
    this.#changed.emit(undefined);
  }

  #findProblems(): readonly DadlProblem[] {
    const { entry } = this.#options;
    const file = entry.source?.file ?? entry.dadl;
    const { errors, warnings } = this.#parsed;
    const placed = placeFindings(entry.source?.text ?? '', [...errors, ...warnings]);
    const found = placed.map((one, index): DadlProblem => ({
      ...one,
      file,
      severity: index < errors.length ? 'error' : 'warning',
    }));
    const entryFault =
      errors.length === 0 && !this.isUsable && this.#state.kind === 'down'
        ? [{ message: this.#state.reason, severity: 'error' as const, file }]
        : [];
    const filters = this.#warnings.map((message) => ({
      message,
      severity: 'warning' as const,
      file,
    }));
    return [...entryFault, ...found, ...filters];
  }

  /** Whether the service answers at all is seen by calls alone; nobody pings it. */
  #failed(failure: RestFailure): void {
    const isAway =
      failure.facts.httpStatus === undefined && ['unavailable', 'timeout'].includes(failure.code);
    if (!isAway || !failure.message.startsWith('Backend ')) return;
    const since = this.#state.kind === 'down' ? this.#state.since : Date.now();
    const isNew = this.#state.kind !== 'down';
    this.#state = { kind: 'down', since, reason: failure.message };
    if (isNew) this.#options.logger.log('warn', failure.message);
    if (isNew) this.#changed.emit(undefined);
  }

  #reached(): void {
    if (this.#state.kind === 'ready') return;
    this.#state = { kind: 'ready', version: this.#context?.dadl.version };
    this.#changed.emit(undefined);
  }
}

function parse({ entry, world }: RestBackendOptions): ParsedDadl {
  const { source } = entry;
  if (source === undefined)
    return {
      errors: [{ path: [], message: `the DADL file "${entry.dadl}" was not read` }],
      warnings: [],
    };
  return parseDadl(source, {
    compatibleWith: world.compatibleWith,
    canStore: world.storeCredential !== undefined,
  });
}
