// Which clients have really come: the last `initialize` of each, kept over restarts.
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { coalesce, Emitter, type Unsubscribe } from '../platform/emitter.ts';
import { putNewest } from '../platform/put-newest.ts';
import { writeFileAtomic } from '../platform/write-file-atomic.ts';

const sightingSchema = z.strictObject({
  /** Epoch milliseconds of the last `initialize`. */
  at: z.number(),
  /** What the client says of itself; both may be empty. */
  name: z.string(),
  version: z.string(),
});
export type Sighting = z.infer<typeof sightingSchema>;

const fileSchema = z.record(z.string(), sightingSchema);
const saveMs = 200;
// A label is whatever an entry says; the file must not grow without end.
const mostClients = 200;

export class ClientSightings {
  readonly #file: string;
  readonly #seen: Map<string, Sighting>;
  readonly #changed = new Emitter<string>();
  readonly #saveSoon: ReturnType<typeof coalesce>;
  #saving: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
    this.#seen = new Map(Object.entries(loadSightings(file)));
    this.#saveSoon = coalesce(() => {
      this.#save();
    }, saveMs);
  }

  /** `client` is the label of the entry that started the bridge. */
  record(client: string, sighting: Sighting): void {
    putNewest(this.#seen, client, sighting, mostClients);
    this.#saveSoon();
    this.#changed.emit(client);
  }

  last(client: string): Sighting | undefined {
    return this.#seen.get(client);
  }

  onSighting(listener: (client: string) => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  /** Writes what is not written yet. */
  async close(): Promise<void> {
    this.#saveSoon.cancel();
    this.#save();
    await this.#saving;
  }

  // A lost sighting costs a "restart the client" that was not needed, so a failed write is no failure.
  #save(): void {
    const text = `${JSON.stringify(Object.fromEntries(this.#seen), null, 2)}\n`;
    this.#saving = this.#saving
      .then(() => mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 }))
      .then(() => writeFileAtomic(this.#file, text, 0o600))
      .catch(() => undefined);
  }
}

/** For a look without a gateway: the command line reads what the gateway has written. */
export function loadSightings(file: string): Readonly<Record<string, Sighting>> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Absent, or not ours any more: nobody was seen then.
    return {};
  }
}
