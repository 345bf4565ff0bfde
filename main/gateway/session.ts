import { toGatewayError } from '../platform/gateway-error.ts';
import { coalesce, Emitter, type Unsubscribe } from '../platform/emitter.ts';
import type { BackendDirectory, WaitingClient } from '../backends/backend.ts';
import type { CallTool } from './call-tool.ts';
import type { Caller } from './caller.ts';
import type { ConnectionView } from './exposition/client-exposition.ts';
import { showsSame, type ClientSurface, type Finding } from './exposition/client-surface.ts';
import { ConnectionStates } from './exposition/connection-states.ts';
import { forConnection } from './exposition/for-connection.ts';
import { withOpeners } from './exposition/with-openers.ts';
import type { HintBook } from './exposition/hint-book.ts';
import type { ClientOffers } from './offers/client-offers.ts';
import type { Answer } from './route.ts';

export interface SessionCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly onProgress?: ((progress: Readonly<Record<string, unknown>>) => void) | undefined;
  readonly client?: WaitingClient | undefined;
}

export interface SessionWorld {
  readonly directory: BackendDirectory;
  readonly callTool: CallTool;
  /** What this client sees now. */
  readonly surface: (view: ConnectionView) => ClientSurface;
  /** Canonical names the user is granted; absent while nobody's grants are asked for. */
  readonly permitted?: (() => Promise<ReadonlySet<string>>) | undefined;
  readonly hints: HintBook;
  readonly offers: ClientOffers;
}

// A reload touches many backends at once; the client hears of it once.
const tellMs = 25;

/** One connected client: its surface of tools, and its calls. The endpoint knows the gateway by this. */
export class Session {
  readonly caller: Caller;
  /** Resources, prompts and log lines. */
  readonly offers: ClientOffers;
  readonly #world: SessionWorld;
  readonly #changed = new Emitter<undefined>();
  readonly #tell = coalesce(() => {
    this.#refresh();
  }, tellMs);
  readonly #states = new ConnectionStates(this.#tell);
  readonly #stop: Unsubscribe;
  #current: ClientSurface;
  /** Before the last switch. Clients that ignore the notification go on using its names. */
  #previous: ClientSurface | undefined;
  /** What the client knows, as far as it listens. */
  #known: ClientSurface;
  #loaded = false;
  /** Nothing until the grants are known. */
  #permitted: ReadonlySet<string> | undefined;

  constructor(caller: Caller, world: SessionWorld) {
    this.caller = caller;
    this.offers = world.offers;
    this.#world = world;
    this.#permitted = world.permitted && new Set();
    this.#current = this.#known = world.surface({ permitted: this.#permitted });
    this.#stop = world.directory.onChange(this.#tell);
  }

  get strategy(): ClientSurface['strategy'] {
    return this.#surface().strategy;
  }

  /** Waits for the units' first description, never for a backend's network. */
  async listTools(): Promise<Pick<ClientSurface, 'tools' | 'json'>> {
    await this.#world.directory.unitsLoaded();
    await this.#learnPermitted();
    this.#known = this.#surface();
    return this.#known;
  }

  callTool(call: SessionCall): Promise<Answer> {
    if (this.#world.permitted === undefined) return this.#call(call);
    return this.#learnPermitted().then(() => this.#call(call));
  }

  #call(call: SessionCall): Promise<Answer> {
    // Known names take no detour. Before the units have described themselves nothing is known for sure;
    // later an unknown name may belong to a backend that is still connecting.
    const found = this.#loaded ? this.#find(call) : undefined;
    return found === undefined || isUnknown(found)
      ? this.#findLate(call).then((late) => this.#run(call, late))
      : this.#run(call, found);
  }

  /** The list of tools, or what can be reached without being listed, differs from what this client knows. */
  onToolsChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  close(): void {
    this.#stop();
    this.#tell.cancel();
    this.offers.close();
  }

  async #learnPermitted(): Promise<void> {
    const permitted = await this.#world.permitted?.();
    const before = this.#permitted;
    this.#permitted = permitted;
    const isSame =
      permitted?.size === before?.size && [...(permitted ?? [])].every((name) => before?.has(name));
    if (!isSame) this.#tell();
  }

  #refresh(): void {
    const before = this.#known;
    this.#known = this.#surface();
    if (!showsSame(before, this.#known)) this.#changed.emit(undefined);
  }

  #surface(): ClientSurface {
    const fresh = this.#world.surface({ permitted: this.#permitted, states: this.#states.all });
    if (fresh.key !== this.#current.key) this.#previous = this.#current;
    this.#current = fresh;
    return fresh;
  }

  #find({ name, args }: SessionCall): Finding {
    const surface = this.#surface();
    return surface.find(name, args, this.#previous);
  }

  async #findLate(call: SessionCall): Promise<Finding> {
    await this.#world.directory.unitsLoaded();
    this.#loaded = true;
    const found = this.#find(call);
    if (!isUnknown(found)) return found;
    await this.#world.directory.firstAttempts();
    const last = this.#find(call);
    const held = isUnknown(last) ? this.#world.directory.heldBack?.(call.name) : undefined;
    return held === undefined ? last : { error: toGatewayError(held), isUnknown: false };
  }

  #run(call: SessionCall, found: Finding): Promise<Answer> {
    const { caller } = this;
    const { callTool, hints, directory } = this.#world;
    if (isUnknown(found) && this.#world.permitted !== undefined) {
      // It may exist for others. The pipeline tells this user, and the audit, that it is not granted.
      const other = this.#world.surface({}).find(call.name, call.args, undefined);
      if ('route' in other) {
        return callTool({ ...call, caller, args: other.args, resolve: () => other.route });
      }
    }
    const wayOn = (thrown: unknown): never => {
      throw withOpeners(thrown, this.#surface());
    };
    if ('error' in found) {
      const held = found.isUnknown ? directory.heldBack?.(call.name) : undefined;
      // Refused inside the pipeline, so that it has its record too.
      const resolve = (): never => {
        throw held ?? found.error;
      };
      return callTool({ ...call, caller, resolve }).catch(wayOn);
    }
    const route = forConnection(found.route, {
      hints,
      states: this.#states,
      stepsAfter: (name) => this.#surface().stepsAfter(name),
    });
    return callTool({ ...call, caller, args: found.args, resolve: () => route }).catch(wayOn);
  }
}

function isUnknown(found: Finding): boolean {
  return 'error' in found && found.isUnknown;
}
