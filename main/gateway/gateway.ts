import type { BackendDirectory } from '../backends/backend.ts';
import type { ExpositionSettings } from '../config/schema/exposition-section.ts';
import type { AccessRules } from '../config/schema/settings.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { permittedTools, type Grants } from './authz/grants.ts';
import type { CallTool, CallWatch } from './call-tool.ts';
import type { Caller } from './caller.ts';
import { discoverRoute } from './code-mode/discover-tools.ts';
import { executeRoute, type CodeLimits } from './code-mode/execute-code.ts';
import { ToolIndex } from './code-mode/tool-index.ts';
import {
  expositionFor,
  type ClientExposition,
  type ConnectionView,
  type ExpositionChoice,
} from './exposition/client-exposition.ts';
import type { ClientSurface } from './exposition/client-surface.ts';
import type { ConnectionStates } from './exposition/connection-states.ts';
import { once } from './exposition/once.ts';
import { ClientSurfaces } from './exposition/client-surfaces.ts';
import { describeDiagnostic } from './exposition/describe-diagnostic.ts';
import type { CheckArguments } from './exposition/dispatch/explain-issues.ts';
import { HintBook } from './exposition/hint-book.ts';
import { toRoute } from './exposition/to-route.ts';
import { RegistryBuilder, type ToolEntry, type ToolRegistry } from './exposition/tool-registry.ts';
import { Books } from './offers/books.ts';
import { ClientOffers, type OffersWorld } from './offers/client-offers.ts';
import { OfferAccess } from './offers/offer-access.ts';
import { OfferDirectory } from './offers/offer-directory.ts';
import type { Answer, Route } from './route.ts';
import { Session } from './session.ts';

/** A call by canonical name, whatever the caller would see listed. */
export interface DirectCall {
  /** Of who calls: a closed tool is refused, and what succeeds leads on. */
  readonly states: ConnectionStates;
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
  /** Undefined when settings.yaml was never readable: then every client gets the defaults. */
  readonly exposition: () => ExpositionSettings | undefined;
  /** What a caller is told with its first call into the backend. */
  readonly hintOf: (backend: string) => string | undefined;
  readonly check: CheckArguments;
  /** Undefined while nobody's grants are asked for. */
  readonly grants?: Grants | undefined;
  /** Undefined when settings.yaml was never readable. */
  readonly access: () => AccessRules | undefined;
  readonly paused: () => boolean;
}

/** Stands for every client without settings of its own. */
const anyOther = 'default';

/** One registry of tools for all clients, compiled again only after something changed. */
export class Gateway {
  readonly #deps: GatewayDependencies;
  readonly #sessions = new Set<Session>();
  readonly #surfaces: ClientSurfaces;
  readonly #offers: OffersWorld;
  readonly #builder = new RegistryBuilder();
  #registry: ToolRegistry | undefined;
  #expositions = new Map<string, ClientExposition>();

  constructor(deps: GatewayDependencies) {
    this.#deps = deps;
    this.#surfaces = new ClientSurfaces({
      registry: () => this.registry(),
      builtIns: (registry, open) => this.#builtIns(registry, open),
      check: deps.check,
    });
    // Registered before any session, so sessions always ask a fresh surface.
    deps.directory.onChange(() => {
      this.invalidate();
    });
    this.#offers = this.#createOffers();
  }

  openSession(caller: Caller): Session {
    const { directory, callTool, hintOf } = this.#deps;
    const session = new Session(caller, {
      directory,
      callTool,
      surface: (view) => this.surfaceFor(caller.client, undefined, view),
      permitted: this.#permittedTo(caller),
      hints: new HintBook(hintOf),
      offers: new ClientOffers(caller, this.#offers),
    });
    this.#sessions.add(session);
    return session;
  }

  closeSession(session: Session): void {
    session.close();
    this.#sessions.delete(session);
  }

  /** Through the whole pipeline, as a client's call would go. */
  callDirectly({ name, states, ...call }: DirectCall): Promise<Answer> {
    const resolve = (): Route => {
      const registry = this.registry();
      const entry = registry.byCanonicalName.get(name);
      if (entry !== undefined) return states.bind(toRoute(entry, registry));
      throw new GatewayError('unknown-tool', `Tool "${name}" does not exist; reload its unit`);
    };
    return this.#deps.callTool({ ...call, name, resolve });
  }

  sessions(): readonly Session[] {
    return [...this.#sessions];
  }

  registry(): ToolRegistry {
    this.#registry ??= this.#builder.build(this.#deps.directory.backends());
    return this.#registry;
  }

  /** What a client of this id sees, or would see in another form. */
  surfaceFor(client: string, choice: ExpositionChoice = {}, view?: ConnectionView): ClientSurface {
    const key = JSON.stringify([client, choice]);
    let exposition = this.#expositions.get(key);
    if (exposition === undefined) {
      exposition = expositionFor(this.#deps.exposition(), client, choice);
      this.#expositions.set(key, exposition);
    }
    return this.#surfaces.of(exposition, view);
  }

  /** What is wrong with the tools, for all, for the clients that settings.yaml names and for the connected. */
  warnings(): readonly string[] {
    const named = Object.keys(this.#deps.exposition()?.clients ?? {});
    const connected = this.sessions().map(({ caller }) => caller.client);
    const clients = new Set([anyOther, ...named, ...connected]);
    const found = [...clients].flatMap((client) =>
      this.surfaceFor(client).diagnostics.map((each) => describeDiagnostic(client, each)),
    );
    return [...new Set([...this.registry().warnings, ...found])];
  }

  invalidate(): void {
    this.#registry = undefined;
    this.#expositions = new Map();
    this.#surfaces.reset();
  }

  #createOffers(): OffersWorld {
    const { callTool, access, grants, paused } = this.#deps;
    const directory = new OfferDirectory(this.#deps.directory);
    const entries = (): ToolRegistry['entries'] => this.registry().entries;
    return {
      directory,
      books: new Books(directory),
      access: new OfferAccess({ access, grants, entries }),
      callTool,
      paused,
    };
  }

  #permittedTo(caller: Caller): (() => Promise<ReadonlySet<string>>) | undefined {
    const { grants } = this.#deps;
    return grants && (() => permittedTools(grants, caller, this.registry().entries));
  }

  #builtIns(registry: ToolRegistry, open: readonly ToolEntry[]): readonly Route[] {
    const { codeSandbox, codeLimits } = this.#deps;
    const route = (name: string): Route | undefined => {
      const entry = registry.byCanonicalName.get(name);
      return entry && toRoute(entry, registry);
    };
    // Made at the first search: most clients never ask.
    const index = once(() => new ToolIndex(open));
    const backends = [...new Set(registry.entries.map(({ backend }) => backend.name))];
    const view = { backends, entries: open, index, route };
    return [discoverRoute(index), executeRoute(view, codeSandbox, codeLimits())];
  }
}
