import { buildPromptBook, type PromptBook } from '../prompts/prompt-book.ts';
import { buildResourceBook, type ResourceBook } from '../resources/resource-book.ts';
import type { OfferDirectory } from './offer-directory.ts';

/** The books of all resources and prompts, written again only after a list changed. */
export class Books {
  readonly #directory: OfferDirectory;
  #resources: { readonly version: number; readonly book: ResourceBook } | undefined;
  #prompts: { readonly version: number; readonly book: PromptBook } | undefined;

  constructor(directory: OfferDirectory) {
    this.#directory = directory;
  }

  resources(): ResourceBook {
    const { version } = this.#directory;
    if (this.#resources?.version !== version)
      this.#resources = { version, book: buildResourceBook(this.#directory.all()) };
    return this.#resources.book;
  }

  prompts(): PromptBook {
    const { version } = this.#directory;
    if (this.#prompts?.version !== version)
      this.#prompts = { version, book: buildPromptBook(this.#directory.all()) };
    return this.#prompts.book;
  }
}
