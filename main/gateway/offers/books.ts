import { once } from '../exposition/once.ts';
import { buildPromptBook, type PromptBook } from '../prompts/prompt-book.ts';
import { buildResourceBook, type ResourceBook } from '../resources/resource-book.ts';
import type { OfferDirectory } from './offer-directory.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What of a book a client sees. `text` tells two apart; clients that see the same share one. */
export interface Visible<T> {
  readonly list: T;
  readonly text: () => string;
}

export interface ListedResources {
  readonly resources: readonly Fields[];
  readonly templates: readonly Fields[];
}

interface Edition {
  readonly version: number;
  readonly resources: () => ResourceBook;
  readonly prompts: () => PromptBook;
  readonly visible: Map<string, Visible<unknown>>;
}

/** The books of all resources and prompts, written again only after a list changed. */
export class Books {
  readonly #directory: OfferDirectory;
  #edition: Edition | undefined;

  constructor(directory: OfferDirectory) {
    this.#directory = directory;
  }

  resources(): ResourceBook {
    return this.#current().resources();
  }

  prompts(): PromptBook {
    return this.#current().prompts();
  }

  /** What those backends have. */
  visibleResources(backends: readonly string[]): Visible<ListedResources> {
    return this.#visible('resources', backends, (isVisible) => {
      const listed = (entries: ResourceBook['resources']): readonly Fields[] =>
        entries.flatMap((entry) => (isVisible(entry.backend) ? [entry.listed] : []));
      const { resources, templates } = this.resources();
      return { resources: listed(resources), templates: listed(templates) };
    });
  }

  visiblePrompts(backends: readonly string[]): Visible<readonly Fields[]> {
    return this.#visible('prompts', backends, (isVisible) =>
      [...this.prompts().values()].flatMap((entry) =>
        isVisible(entry.backend) ? [entry.listed] : [],
      ),
    );
  }

  #visible<T>(
    kind: string,
    backends: readonly string[],
    choose: (isVisible: (backend: string) => boolean) => T,
  ): Visible<T> {
    const { visible } = this.#current();
    const key = [kind, ...backends].join(' ');
    const known = visible.get(key) as Visible<T> | undefined;
    if (known !== undefined) return known;
    const names = new Set(backends);
    const list = choose((backend) => names.has(backend));
    const fresh = { list, text: once(() => JSON.stringify(list)) };
    visible.set(key, fresh);
    return fresh;
  }

  #current(): Edition {
    const { version } = this.#directory;
    if (this.#edition?.version === version) return this.#edition;
    const all = this.#directory.all();
    this.#edition = {
      version,
      resources: once(() => buildResourceBook(all)),
      prompts: once(() => buildPromptBook(all)),
      visible: new Map(),
    };
    return this.#edition;
  }
}
