// What the public MCP servers have besides tools, followed through every change of the configuration. It
// holds what clients want to hear of each, so that a server that was replaced is told again.
import {
  logLevels,
  type BackendDirectory,
  type BackendOffers,
  type LogLevel,
  type OfferEvent,
} from '../../backends/backend.ts';
import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';

/** A backend with something besides tools. */
export interface Offering {
  readonly backend: string;
  readonly offers: BackendOffers;
}

interface Followed extends Offering {
  readonly stop: Unsubscribe;
}

export interface BackendEvent {
  readonly backend: string;
  readonly event: OfferEvent;
}

/** The lowest level a client wants, of the backends it may use. */
export interface WantedLevel {
  readonly level: LogLevel;
  readonly mayUse: (backend: string) => boolean;
}

export class OfferDirectory {
  readonly #directory: BackendDirectory;
  readonly #events = new Emitter<BackendEvent>();
  readonly #changed = new Emitter<undefined>();
  /** Number of clients that follow a resource, by backend and URI. */
  readonly #follows = new Map<string, Map<string, number>>();
  /** One entry for each client that set a level. */
  readonly #levels = new Map<object, WantedLevel>();
  #followed: readonly Followed[] = [];
  #version = 0;

  constructor(directory: BackendDirectory) {
    this.#directory = directory;
    this.#sync();
    directory.onChange(() => {
      this.#sync();
    });
  }

  /** Goes up whenever a list may be another one. */
  get version(): number {
    return this.#version;
  }

  all(): readonly Offering[] {
    return this.#followed;
  }

  of(backend: string): BackendOffers | undefined {
    return this.#followed.find((each) => each.backend === backend)?.offers;
  }

  /** Lists or members changed; rules and grants may have, too. */
  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  onEvent(listener: (event: BackendEvent) => void): Unsubscribe {
    return this.#events.on(listener);
  }

  /** Settles when every backend has been tried once, or after `mostMs`. */
  async firstAttempts(mostMs = 2 ** 31 - 1): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, mostMs).unref();
    });
    await Promise.race([this.#directory.firstAttempts(), late]);
    clearTimeout(timer);
  }

  /** One more client follows the resource; returns the way back. */
  follow(backend: string, uri: string): () => void {
    this.#count(backend, uri, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count(backend, uri, -1);
    };
  }

  /** Servers write from the lowest level that any client wants. */
  setLevel(client: object, wanted: WantedLevel | undefined): void {
    if (wanted === undefined && !this.#levels.delete(client)) return;
    if (wanted !== undefined) this.#levels.set(client, wanted);
    for (const each of this.#followed) this.#wish(each);
  }

  #sync(): void {
    const before = this.#followed;
    const now = this.#directory
      .backends()
      .flatMap(({ name, kind, offers }) =>
        kind === 'passthrough' && offers !== undefined ? [{ backend: name, offers }] : [],
      );
    this.#followed = now.map(
      (each) => before.find((old) => old.offers === each.offers) ?? this.#take(each),
    );
    for (const old of before) if (!this.#followed.includes(old)) old.stop();
    const isSame =
      before.length === now.length && this.#followed.every((each, index) => each === before[index]);
    if (!isSame) this.#version += 1;
    this.#changed.emit(undefined);
  }

  #take({ backend, offers }: Offering): Followed {
    const stop = offers.onEvent((event) => {
      if (event.kind === 'lists') {
        this.#version += 1;
        this.#changed.emit(undefined);
      } else this.#events.emit({ backend, event });
    });
    const uris = this.#follows.get(backend);
    if (uris !== undefined) offers.follow(new Set(uris.keys()));
    this.#wish({ backend, offers });
    return { backend, offers, stop };
  }

  #wish({ backend, offers }: Offering): void {
    const wanted = [...this.#levels.values()]
      .filter(({ mayUse }) => mayUse(backend))
      .map(({ level }) => logLevels.indexOf(level));
    const level = logLevels[Math.min(...wanted)];
    if (level !== undefined) offers.setLevel(level);
  }

  #count(backend: string, uri: string, more: 1 | -1): void {
    const uris = this.#follows.get(backend) ?? new Map<string, number>();
    const count = (uris.get(uri) ?? 0) + more;
    if (count > 0) uris.set(uri, count);
    else uris.delete(uri);
    if (uris.size > 0) this.#follows.set(backend, uris);
    else this.#follows.delete(backend);
    this.of(backend)?.follow(new Set(uris.keys()));
  }
}
