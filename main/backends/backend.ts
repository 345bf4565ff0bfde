/**
 * The port behind which every tool runs: an MCP server over HTTP or stdio, a REST API, a unit.
 * The gateway knows backends only through this file.
 */
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';

type ToolAnnotations = NonNullable<Tool['annotations']>;
export type CallResult = CallToolResult;

/** `unclassified` when the backend declares none; never taken for read. Own words are allowed. */
type AccessClass = string;

export interface ToolDescriptor {
  /** The backend's own name for it, never changed. A unit's may have dots: `billing.get_invoice`. */
  readonly name: string;
  readonly access: AccessClass;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments, passed on whole. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly idempotent?: boolean | undefined;
  readonly suggests?: readonly { readonly tool: string; readonly reason?: string }[] | undefined;
  /** States of its unit in which it is open; absent: always. */
  readonly states?: readonly string[] | undefined;
  /** The state its unit is in, for this connection, after a call that succeeded; absent: the same. */
  readonly transition?: string | undefined;
  /** The backend checks arguments itself, by rules that a schema cannot say; nobody does it before. */
  readonly checksArguments?: boolean | undefined;
  /** Uses of it that its author wrote down, as code that calls `api.<tool>(args)`. */
  readonly examples?: readonly { readonly title: string; readonly code: string }[] | undefined;
  /** Combines other tools of its backend; on record as such. */
  readonly isComposite?: boolean | undefined;
  /** Fields of the backend's tool that we do not know; they reach the client as they are. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

export type BackendState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready'; readonly version?: string | undefined }
  /** `since` is epoch milliseconds; `reason` is one sentence a person can act on. */
  | {
      readonly kind: 'down';
      readonly since: number;
      readonly reason: string;
      /** Only a person can bring it back, by logging in. */
      readonly needs?: 'login' | undefined;
    };

/** A unit's private call, already bound to its caller, trace and parent by the gateway. */
export type SubCall = (
  backend: Backend,
  tool: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<CallResult>;

export interface BackendCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal;
  /** `_meta` of the client's request without its progress token; absent when it had none. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly onProgress?: ((progress: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Runs a private sub-backend's tool through the gateway's pipeline, as a child of this call. */
  readonly subCall: SubCall;
  /**
   * Runs another tool of the same backend through the pipeline, as a child of this call and with the same
   * rights: a composite's calls. Absent where no composite can be called.
   */
  readonly siblingCall?:
    ((tool: string, args: Readonly<Record<string, unknown>>) => Promise<CallResult>) | undefined;
  /** Lines for the audit record's console column. */
  readonly onConsole: (lines: readonly string[]) => void;
  /** Who waits for the answer; absent where no client does, and for all private calls of a unit. */
  readonly client?: WaitingClient | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** What a passthrough backend may ask of the client whose call it runs. */
export interface ClientQuestion {
  readonly method: 'sampling/createMessage' | 'elicitation/create' | 'roots/list';
  readonly params: Fields;
}

/** The client that waits for a call, as far as a passthrough backend may reach it. */
export interface WaitingClient {
  /** One object for each connection. */
  readonly connection: object;
  /** Undefined when the client declared no such ability; rejects with the client's own error. */
  ask(question: ClientQuestion, signal: AbortSignal): Promise<Fields | undefined>;
  tell(notification: { readonly method: string; readonly params: Fields }): void;
  /** URIs that an answer of the backend holds: the client may go on with them there. */
  handedOut(backend: string, uris: readonly string[]): void;
}

/** As the server wrote it, unknown fields included. */
export type ListedResource = Fields & { readonly uri: string };
export type ListedTemplate = Fields & { readonly uriTemplate: string };
export type ListedPrompt = Fields & { readonly name: string };

export const logLevels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;
export type LogLevel = (typeof logLevels)[number];

/** What a server said it has besides tools. */
export interface OfferKinds {
  readonly resources: boolean;
  /** Tells of changes of a resource. */
  readonly subscribe: boolean;
  readonly prompts: boolean;
  readonly completions: boolean;
  readonly logging: boolean;
}

export interface OfferRequest {
  readonly method:
    | 'resources/read'
    | 'resources/subscribe'
    | 'resources/unsubscribe'
    | 'prompts/get'
    | 'completion/complete';
  readonly params: Fields;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Fields) => void) | undefined;
  readonly onConsole?: BackendCall['onConsole'] | undefined;
  readonly client?: WaitingClient | undefined;
}

/** `updated` and `message` carry the params of the server's notification. */
export type OfferEvent =
  | { readonly kind: 'lists' }
  | { readonly kind: 'updated'; readonly params: Fields & { readonly uri: string } }
  | { readonly kind: 'message'; readonly params: Fields & { readonly level: LogLevel } };

/** What a passthrough MCP server has besides its tools. A private one's is nobody's. */
export interface BackendOffers {
  /** All false until the server was reached; what it lacks it is never asked for. */
  kinds(): OfferKinds;
  /** The last known lists; they never wait for the network. */
  resources(): readonly ListedResource[];
  templates(): readonly ListedTemplate[];
  prompts(): readonly ListedPrompt[];
  /** Rejects with a GatewayError; `data.rpcCode` is the server's own code when it answered. */
  send(request: OfferRequest): Promise<Fields>;
  /** The resources whose changes somebody wants to hear of; told again after a reconnect. */
  follow(uris: ReadonlySet<string>): void;
  /** The lowest level that somebody wants; told again after a reconnect. */
  setLevel(level: LogLevel): void;
  onEvent(listener: (event: OfferEvent) => void): () => void;
}

/** A person's login in a browser. */
export interface PersonLogin {
  /** `needed` while only a person can get on, be it the whole backend or one call for more rights. */
  state(): 'idle' | 'needed' | 'running';
  /** Opens the page and settles when that is over; a second one joins the first. */
  start(): Promise<void>;
  /** Ends one that runs: whoever waits for it fails. */
  cancel(): void;
}

export interface Backend {
  readonly name: string;
  readonly kind: 'passthrough' | 'unit';
  /** Own names of the tools shown top-level: a unit's as `<unit>_<tool>`, a passthrough's bare. */
  readonly promoted: readonly string[];
  /** The last known list; never waits for the network. */
  tools(): readonly ToolDescriptor[];
  state(): BackendState;
  /** A tool's own failure is a result with isError; anything else throws a GatewayError. */
  callTool(call: BackendCall): Promise<CallResult>;
  /** Called on every change of tools, state or login; returns the unsubscribe. */
  onChange(listener: () => void): () => void;
  /** Absent for units, REST and private backends. */
  readonly offers?: BackendOffers | undefined;
  /** The key of this name is another one now: whoever holds the old one, or waits for one, connects anew. */
  keyChanged?(credential: string): void;
  /** The machine was asleep: what only looks alive is looked after. Absent where nothing stays open. */
  wake?(): void;
  /** Absent where nobody logs in. */
  readonly login?: PersonLogin | undefined;
  close(): Promise<void>;
}

/** What a unit says of a group of its tools. */
export interface NamespaceDeclaration {
  readonly description?: string | undefined;
  readonly discriminator?: string | undefined;
  readonly descriptionMode?: 'full' | 'toon' | 'compact' | undefined;
}

/** Implemented by units: their private backends and what leaves them. */
export interface UnitBackend extends Backend {
  readonly kind: 'unit';
  readonly subBackends: readonly Backend[];
  /** `_meta` branches that may leave the gateway. */
  readonly metaSignals: readonly string[];
  readonly audit: 'full' | 'compact' | 'none';
  /** The state every connection begins in; absent: one that has no name. */
  readonly initialState?: string | undefined;
  /** By namespace: what stands before a name's last dot, else the unit's name. Absent when nothing is said. */
  readonly namespaces?: Readonly<Record<string, NamespaceDeclaration>>;
}

/** The backends that clients can reach, in the order of the configuration. */
export interface BackendDirectory {
  backends(): readonly Backend[];
  /** Tools, states or members changed; returns the unsubscribe. */
  onChange(listener: () => void): () => void;
  /** Settles when every unit has been described once; never waits for a network. */
  unitsLoaded(): Promise<void>;
  /** Settles when every backend has made its first attempt to connect. */
  firstAttempts(): Promise<void>;
  /** Why a tool of this name is there and yet not to be had; undefined when there is none. */
  heldBack?(name: string): Error | undefined;
}
