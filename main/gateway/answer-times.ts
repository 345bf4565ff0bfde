import { coalesce, Emitter, type Unsubscribe } from '../platform/emitter.ts';
import type { Route } from './route.ts';

const kept = 50;
// A median moves slowly; a page that redraws with every call of a burst is of no use.
const tellMs = 1000;

export interface AnswerTime {
  /** The unit a private backend belongs to; null for one that clients reach. */
  readonly unit: string | null;
  readonly backend: string;
  readonly ms: number;
}

/** How long each backend took for its newest answers, in memory only: without policies, and without a person's thinking. */
export class AnswerTimes {
  readonly #taken = new Map<string, { readonly place: Place; readonly times: number[] }>();
  readonly #changed = new Emitter<undefined>();
  readonly #tell = coalesce(() => {
    this.#changed.emit(undefined);
  }, tellMs);

  /** `unit` is whose private call it was. A unit's own time is that of its backends and of its glue. */
  took(route: Route, unit: string | undefined, ms: number): void {
    const isOwn = route.kind === 'tool' && route.unit === undefined;
    const isPrivate = route.kind === 'api' && route.tool.isComposite !== true;
    if (!isOwn && !isPrivate) return;
    const place = { unit: isPrivate ? (unit ?? null) : null, backend: route.backend };
    const key = keyOf(place);
    const { times } = this.#taken.get(key) ?? this.#begin(key, place);
    times.push(ms);
    if (times.length > kept) times.shift();
    this.#tell();
  }

  /** The median; undefined before the first answer. */
  of(place: Place): number | undefined {
    const times = this.#taken.get(keyOf(place))?.times ?? [];
    return times.toSorted((a, b) => a - b)[(times.length - 1) >> 1];
  }

  all(): readonly AnswerTime[] {
    return [...this.#taken.values()].map(({ place }) => ({ ...place, ms: this.of(place) ?? 0 }));
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  #begin(key: string, place: Place): { readonly place: Place; readonly times: number[] } {
    const begun = { place, times: [] };
    this.#taken.set(key, begun);
    return begun;
  }
}

type Place = Pick<AnswerTime, 'unit' | 'backend'>;

// No name has a slash.
function keyOf({ unit, backend }: Place): string {
  return `${unit ?? ''}/${backend}`;
}
