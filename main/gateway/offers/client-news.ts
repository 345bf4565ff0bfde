import { logLevels, type LogLevel } from '../../backends/backend.ts';
import { coalesce, Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import type { Caller } from '../caller.ts';
import type { ResourceTarget } from '../resources/find-resource.ts';
import type { ClientView } from './client-view.ts';
import type { OfferAccess } from './offer-access.ts';
import type { BackendEvent, OfferDirectory } from './offer-directory.ts';

export interface OfferNotification {
  readonly method:
    | 'notifications/resources/list_changed'
    | 'notifications/prompts/list_changed'
    | 'notifications/resources/updated'
    | 'notifications/message';
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface NewsWorld {
  readonly directory: OfferDirectory;
  readonly access: OfferAccess;
  readonly paused: () => boolean;
}

interface Followed extends ResourceTarget {
  readonly stop: () => void;
}

// A restart of many backends is one piece of news for the client.
const tellMs = 25;

/** What one client is told unasked: lists that changed, resources it follows, log lines it wants. */
export class ClientNews {
  readonly #caller: Caller;
  readonly #view: ClientView;
  readonly #world: NewsWorld;
  readonly #notifications = new Emitter<OfferNotification>();
  readonly #stops: readonly Unsubscribe[];
  /** By the URI the client used. */
  readonly #followed = new Map<string, Followed>();
  readonly #compareSoon = coalesce(() => void this.#compare(), tellMs);
  #level: LogLevel | undefined;
  /** The lists as this client knows them. */
  #resources: string | undefined;
  #prompts: string | undefined;

  constructor(caller: Caller, view: ClientView, world: NewsWorld) {
    this.#caller = caller;
    this.#view = view;
    this.#world = world;
    this.#stops = [
      world.directory.onChange(this.#compareSoon),
      world.directory.onEvent((event) => {
        this.#hear(event);
      }),
    ];
    // What is there already is no change.
    void this.#compare();
  }

  on(listener: (notification: OfferNotification) => void): Unsubscribe {
    return this.#notifications.on(listener);
  }

  /** The client was given these; `text` of what it sees. */
  knowsResources(text: string): void {
    this.#resources = text;
  }

  knowsPrompts(text: string): void {
    this.#prompts = text;
  }

  follow(uri: string, followed: Followed): void {
    this.unfollow(uri);
    this.#followed.set(uri, followed);
  }

  unfollow(uri: string): void {
    this.#followed.get(uri)?.stop();
    this.#followed.delete(uri);
  }

  setLevel(level: LogLevel): void {
    this.#level = level;
    const mayUse = (backend: string): boolean => this.#mayUse(backend);
    this.#world.directory.setLevel(this, { level, mayUse });
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const uri of [...this.#followed.keys()]) this.unfollow(uri);
    this.#compareSoon.cancel();
    this.#world.directory.setLevel(this, undefined);
  }

  #hear({ backend, event }: BackendEvent): void {
    if (event.kind === 'updated') {
      const { uri: changed } = event.params;
      for (const [shown, { backend: owner, uri }] of this.#followed) {
        if (owner !== backend || !isWithin(changed, uri)) continue;
        // Under the client's own form; what lies below the resource keeps its end.
        const params = { ...event.params, uri: shown + changed.slice(uri.length) };
        void this.#notify(backend, { method: 'notifications/resources/updated', params });
      }
    } else if (event.kind === 'message') {
      if (!this.#wants(event.params.level) || this.#world.paused()) return;
      const { logger } = event.params;
      const name = typeof logger === 'string' && logger !== '' ? `${backend}_${logger}` : backend;
      const params = { ...event.params, logger: name };
      void this.#notify(backend, { method: 'notifications/message', params });
    }
  }

  #wants(level: LogLevel): boolean {
    return this.#level !== undefined && logLevels.indexOf(level) >= logLevels.indexOf(this.#level);
  }

  #mayUse(backend: string): boolean {
    return this.#world.access.byRules(this.#caller, backend, 'resources/read') !== 'deny';
  }

  async #notify(backend: string, notification: OfferNotification): Promise<void> {
    const { access } = this.#world;
    if (!this.#mayUse(backend)) return;
    // Without grants there is nothing to wait for: the line comes before the answer it belongs to.
    if (access.asksGrants && (await access.granted(this.#caller))?.has(backend) !== true) return;
    this.#notifications.emit(notification);
  }

  async #compare(): Promise<void> {
    const before = [this.#resources, this.#prompts];
    const resources = (await this.#view.resources()).text();
    const prompts = (await this.#view.prompts()).text();
    // The client has listed meanwhile, and knows newer ones.
    if (this.#resources !== before[0] || this.#prompts !== before[1]) {
      this.#compareSoon();
      return;
    }
    this.#resources = resources;
    this.#prompts = prompts;
    if (before[0] !== undefined && resources !== before[0])
      this.#notifications.emit({ method: 'notifications/resources/list_changed' });
    if (before[1] !== undefined && prompts !== before[1])
      this.#notifications.emit({ method: 'notifications/prompts/list_changed' });
  }
}

/** The resource itself or, as MCP allows, a part of it. */
function isWithin(changed: string, uri: string): boolean {
  if (!changed.startsWith(uri)) return false;
  return (
    changed.length === uri.length || uri.endsWith('/') || '/?#'.includes(changed[uri.length] ?? '')
  );
}
