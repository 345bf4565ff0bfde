import { Emitter, type Unsubscribe } from '../platform/emitter.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import type { BackendDirectory } from '../backends/backend.ts';
import type { CallTool } from './call-tool.ts';
import type { Caller } from './caller.ts';
import type { Surface } from './exposition/compile-surface.ts';
import type { Answer, Route } from './route.ts';

export interface SessionCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly onProgress?: ((progress: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** One connected client: its surface of tools, and its calls. The endpoint knows the gateway by this. */
export class Session {
  readonly caller: Caller;
  readonly #directory: BackendDirectory;
  readonly #surface: () => Surface;
  readonly #callTool: CallTool;
  readonly #changed = new Emitter<undefined>();
  readonly #stop: Unsubscribe;
  #listed: string;
  #loaded = false;

  constructor(
    caller: Caller,
    directory: BackendDirectory,
    surface: () => Surface,
    callTool: CallTool,
  ) {
    this.caller = caller;
    this.#directory = directory;
    this.#surface = surface;
    this.#callTool = callTool;
    this.#listed = JSON.stringify(surface().tools);
    this.#stop = directory.onChange(() => {
      this.#refresh();
    });
  }

  /** Waits for the units' first description, never for a backend's network. */
  async listTools(): Promise<Surface['tools']> {
    await this.#directory.unitsLoaded();
    const { tools } = this.#surface();
    this.#listed = JSON.stringify(tools);
    return tools;
  }

  callTool(call: SessionCall): Promise<Answer> {
    return this.#callTool({
      ...call,
      caller: this.caller,
      resolve: () => this.#resolve(call.name),
    });
  }

  /** The list of tools differs from the one this client knows. */
  onToolsChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  close(): void {
    this.#stop();
  }

  #refresh(): void {
    const now = JSON.stringify(this.#surface().tools);
    if (now === this.#listed) return;
    this.#listed = now;
    this.#changed.emit(undefined);
  }

  // Known names take no detour. Before the units have described themselves nothing is known for sure;
  // later an unknown name may belong to a backend that is still connecting.
  #resolve(name: string): Route | Promise<Route> {
    if (!this.#loaded) return this.#resolveLate(name);
    return this.#surface().route(name) ?? this.#resolveLate(name);
  }

  async #resolveLate(name: string): Promise<Route> {
    await this.#directory.unitsLoaded();
    this.#loaded = true;
    if (this.#surface().route(name) === undefined) await this.#directory.firstAttempts();
    const surface = this.#surface();
    const route = surface.route(name);
    if (route !== undefined) return route;
    throw new GatewayError(
      'unknown-tool',
      `Tool "${name}" does not exist${nearestHint(name, surface.names)}; call discover_tools to list what this client may use`,
      { data: { tool: name } },
    );
  }
}
