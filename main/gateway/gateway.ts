import type { BackendDirectory } from '../backends/backend.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { CallTool, CallWatch } from './call-tool.ts';
import type { Caller } from './caller.ts';
import { discoverRoute } from './code-mode/discover-tools.ts';
import { executeRoute, type CodeLimits } from './code-mode/execute-code.ts';
import { compileSurface, toRoute, type Surface } from './exposition/compile-surface.ts';
import { buildRegistry, type ToolRegistry } from './exposition/tool-registry.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { Answer, Route } from './route.ts';
import { Session } from './session.ts';

/** A call by canonical name, whatever the caller would see listed. */
export interface DirectCall {
  readonly caller: Caller;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly watch?: CallWatch | undefined;
}

export interface GatewayDependencies {
  readonly directory: BackendDirectory;
  readonly callTool: CallTool;
  readonly codeSandbox: Sandbox;
  readonly codeLimits: () => CodeLimits;
}

/** One registry of tools for all clients, compiled again only after something changed. */
export class Gateway {
  readonly #deps: GatewayDependencies;
  readonly #sessions = new Set<Session>();
  #registry: ToolRegistry | undefined;
  #surface: Surface | undefined;

  constructor(deps: GatewayDependencies) {
    this.#deps = deps;
    // Registered before any session, so sessions always ask a fresh surface.
    deps.directory.onChange(() => {
      this.invalidate();
    });
  }

  openSession(caller: Caller): Session {
    const { directory, callTool } = this.#deps;
    const session = new Session(caller, directory, () => this.surface(), callTool);
    this.#sessions.add(session);
    return session;
  }

  closeSession(session: Session): void {
    session.close();
    this.#sessions.delete(session);
  }

  /** Through the whole pipeline, as a client's call would go. */
  callDirectly({ name, ...call }: DirectCall): Promise<Answer> {
    const resolve = (): Route => {
      const registry = this.registry();
      const entry = registry.byCanonicalName.get(name);
      if (entry !== undefined) return toRoute(entry, registry);
      throw new GatewayError('unknown-tool', `Tool "${name}" does not exist; reload its unit`);
    };
    return this.#deps.callTool({ ...call, name, resolve });
  }

  sessions(): readonly Session[] {
    return [...this.#sessions];
  }

  registry(): ToolRegistry {
    this.#registry ??= buildRegistry(this.#deps.directory.backends());
    return this.#registry;
  }

  surface(): Surface {
    this.#surface ??= this.#compile();
    return this.#surface;
  }

  invalidate(): void {
    this.#registry = undefined;
    this.#surface = undefined;
  }

  #compile(): Surface {
    const { codeSandbox, codeLimits } = this.#deps;
    const registry = this.registry();
    const view = {
      entries: registry.entries,
      route: (name: string) => {
        const entry = registry.byCanonicalName.get(name);
        return entry && toRoute(entry, registry);
      },
    };
    return compileSurface(registry, [
      discoverRoute(registry.entries, codeSandbox),
      executeRoute(view, codeSandbox, codeLimits()),
    ]);
  }
}
