/**
 * The port to where untrusted JavaScript runs: a unit's glue, a policy, a model's script.
 * Each run gets a fresh context with nothing but the language and one bridge global. Contexts that follow
 * each other in one isolate run the same files; a script has an isolate of its own.
 */
export interface SourceFile {
  /** Shown in errors, relative to the unit: `netdata.js`. */
  readonly name: string;
  readonly source: string;
}

/** What is run once the files are loaded, in order, into one scope. */
type SandboxEntry =
  /** Calls the top-level function `name` with the arguments and returns its (awaited) value. */
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly unknown[] }
  /** The only file is the body of an async function: `return` and `await` work at its top level. */
  | { readonly kind: 'script' };

/** The global through which the code reaches tools. */
export type SandboxBridge =
  /** `api.<backend>.<tool>(args)`; a call's path is `[backend, tool]`. `names` are the backends. */
  | { readonly global: 'api'; readonly names: readonly string[] }
  /** `api.<tool>(args)`; a call's path is `[tool]`. For composites, which know one backend. */
  | { readonly global: 'api'; readonly names: 'tools' }
  /** `toolmesh.<tool>(args)`; a call's path is `[tool]`. */
  | {
      readonly global: 'toolmesh';
      /** Names that take several arguments; they arrive as one list. */
      readonly lists?: readonly string[];
    }
  /** No bridge: describe(), policies. */
  | { readonly global: 'none' };

export interface SandboxLimits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Most calls through the bridge in one run. */
  readonly calls: number;
  /** Most bytes of the returned value, as UTF-8 JSON. */
  readonly resultBytes: number;
}

/** Where the user sets a limit, for messages: `code.max_calls in settings.yaml`. One that is absent is fixed. */
export type LimitSettings = { readonly [Limit in keyof SandboxLimits]?: string | undefined };

export interface BridgeCall {
  readonly path: readonly string[];
  readonly args: unknown;
}

/** Answer to a bridge call. `value` must be JSON; an error becomes an exception inside with these facts as own properties. */
export type BridgeReply =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly error: { readonly code: string; readonly message: string } & Readonly<
        Record<string, unknown>
      >;
    };

export interface SandboxJob {
  /** What runs, for messages: `Unit "netdata"`, `Script`, `Policy "pii"`. */
  readonly label: string;
  readonly files: readonly SourceFile[];
  readonly entry: SandboxEntry;
  readonly bridge: SandboxBridge;
  /** Further globals, JSON values: `{ params }`. */
  readonly globals?: Readonly<Record<string, unknown>>;
  readonly limits: SandboxLimits;
  readonly limitSettings?: LimitSettings | undefined;
  /** Never rejects; called once per bridge call, concurrently. */
  readonly onCall: (call: BridgeCall) => Promise<BridgeReply>;
  readonly signal?: AbortSignal | undefined;
}

export interface SandboxOutcome {
  /** What JSON made of the value; a function, a symbol, a BigInt or a loop in it is a `glue-error`. */
  readonly value: unknown;
  /** Captured console lines, at most 4 KB in all; a cut is marked in the last line. */
  readonly console: readonly string[];
  readonly calls: number;
}

/**
 * Runs a job to its end or to its first exceeded limit. Rejects with a GatewayError:
 * `glue-error` (data: file, line, column, name; when the code threw one, its own `code`),
 * `limit-time | limit-memory | limit-calls | limit-result` (data: limit),
 * `sandbox-restarted` (the host died after a bridge call was made), `cancelled`.
 * Every error carries `data.console` with the lines captured so far, when there are any.
 */
export interface Sandbox {
  run(job: SandboxJob): Promise<SandboxOutcome>;
  close(): Promise<void>;
}
