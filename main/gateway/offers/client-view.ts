import type { OfferKinds, OfferRequest } from '../../backends/backend.ts';
import type { Caller } from '../caller.ts';
import { findPrompt, type PromptEntry } from '../prompts/prompt-book.ts';
import { findResource, type ResourceTarget } from '../resources/find-resource.ts';
import { LinkBook } from '../resources/link-book.ts';
import type { ResourceBook } from '../resources/resource-book.ts';
import type { Books, ListedResources, Visible } from './books.ts';
import type { OfferAccess } from './offer-access.ts';
import type { OfferDirectory } from './offer-directory.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface ViewWorld {
  readonly directory: OfferDirectory;
  readonly books: Books;
  readonly access: OfferAccess;
}

/** What one client may see, and where the URIs and names it uses lead. */
export class ClientView {
  readonly links = new LinkBook();
  readonly #caller: Caller;
  readonly #world: ViewWorld;
  /** The list this client knows: its URIs keep their meaning until it asks for another one. */
  #told: ResourceBook | undefined;

  constructor(caller: Caller, world: ViewWorld) {
    this.#caller = caller;
    this.#world = world;
  }

  async resources(): Promise<Visible<ListedResources>> {
    const usable = await this.#usable('resources', 'resources/read');
    return this.#world.books.visibleResources(usable);
  }

  async prompts(): Promise<Visible<readonly Fields[]>> {
    return this.#world.books.visiblePrompts(await this.#usable('prompts', 'prompts/get'));
  }

  /** The client is given the list. */
  tellResources(): Promise<Visible<ListedResources>> {
    this.#told = this.#world.books.resources();
    return this.resources();
  }

  async findResource(uri: string): Promise<ResourceTarget> {
    const find = async (): Promise<ResourceTarget> =>
      findResource(uri, {
        book: this.#world.books.resources(),
        told: this.#told,
        links: this.links,
        backends: await this.#usable('resources', 'resources/read'),
      });
    return find().catch(async () => {
      // Its backend may be one that is still connecting.
      await this.#world.directory.firstAttempts();
      return find();
    });
  }

  async findPrompt(name: string): Promise<PromptEntry> {
    const { books, directory } = this.#world;
    if (!books.prompts().has(name)) await directory.firstAttempts();
    return findPrompt(name, books.prompts(), await this.#usable('prompts', 'prompts/get'));
  }

  /** Names of the backends with something of the kind that the caller may use. */
  async #usable(
    kind: keyof OfferKinds,
    method: OfferRequest['method'],
  ): Promise<readonly string[]> {
    const { directory, access } = this.#world;
    const granted = await access.granted(this.#caller);
    return directory.all().flatMap(({ backend, offers }) => {
      const isAllowed = access.byRules(this.#caller, backend, method) !== 'deny';
      const isGranted = granted?.has(backend) ?? true;
      return offers.kinds()[kind] && isAllowed && isGranted ? [backend] : [];
    });
  }
}
