import { putNewest } from '../../platform/put-newest.ts';

// A model reads what it was shown last; more than this is not in its context.
const mostLinks = 5000;

/** Which backend gave one client a URI, in answers of its calls. The last one counts. */
export class LinkBook {
  readonly #links = new Map<string, string>();

  add(backend: string, uris: readonly string[]): void {
    for (const uri of uris) putNewest(this.#links, uri, backend, mostLinks);
  }

  backendOf(uri: string): string | undefined {
    return this.#links.get(uri);
  }
}
