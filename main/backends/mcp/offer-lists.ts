import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { coalesce } from '../../platform/emitter.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ListedPrompt, ListedResource, ListedTemplate, OfferKinds } from '../backend.ts';
import { listPages } from './list-pages.ts';
import { cutText } from '../../platform/cut-text.ts';

type Fields = Readonly<Record<string, unknown>>;

interface OfferListsOptions {
  readonly backend: string;
  readonly timeoutMs: number;
  readonly logger: Logger;
}

const resource = z.looseObject({ uri: z.string().min(1) });
const template = z.looseObject({ uriTemplate: z.string().min(1) });
const prompt = z.looseObject({ name: z.string().min(1) });
// A server that changes all the time must not keep its clients busy.
const gatherMs = 20;

/** The last known resources, templates and prompts of a server. */
export class OfferLists {
  #resources: readonly ListedResource[] = [];
  #templates: readonly ListedTemplate[] = [];
  #prompts: readonly ListedPrompt[] = [];
  readonly #options: OfferListsOptions;
  readonly #onChange: () => void;
  readonly #readSoon = coalesce(() => void this.#readLists(), gatherMs);
  #client: Client | undefined;
  #kinds: Pick<OfferKinds, 'resources' | 'prompts'> = { resources: false, prompts: false };
  /** The lists are being read; `again` when they changed meanwhile. */
  #reading: { again: boolean } | undefined;

  constructor(options: OfferListsOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  get resources(): readonly ListedResource[] {
    return this.#resources;
  }

  get templates(): readonly ListedTemplate[] {
    return this.#templates;
  }

  get prompts(): readonly ListedPrompt[] {
    return this.#prompts;
  }

  /** As a new connection has them. */
  async read(client: Client, kinds: OfferKinds): Promise<void> {
    this.#client = client;
    this.#kinds = kinds;
    this.#reading = undefined;
    await this.#readLists();
  }

  /** The server says that one of them changed. */
  changed(): void {
    this.#readSoon();
  }

  async #readLists(): Promise<void> {
    if (this.#reading !== undefined) {
      this.#reading.again = true;
      return;
    }
    const reading = { again: true };
    this.#reading = reading;
    while (reading.again && this.#reading === reading) {
      reading.again = false;
      await this.#readOnce(reading);
    }
    if (this.#reading === reading) this.#reading = undefined;
  }

  async #readOnce(reading: object): Promise<void> {
    const { resources, prompts } = this.#kinds;
    const [newResources, newTemplates, newPrompts] = await Promise.all([
      this.#read(resources, 'resources/list', 'resources', resource, this.#resources, 'uri'),
      this.#read(
        resources,
        'resources/templates/list',
        'resourceTemplates',
        template,
        this.#templates,
        'uriTemplate',
      ),
      this.#read(prompts, 'prompts/list', 'prompts', prompt, this.#prompts, 'name'),
    ]);
    // A newer connection has begun to read.
    if (this.#reading !== reading) return;
    const before = [this.#resources, this.#templates, this.#prompts];
    if (isDeepStrictEqual(before, [newResources, newTemplates, newPrompts])) return;
    this.#resources = newResources;
    this.#templates = newTemplates;
    this.#prompts = newPrompts;
    this.#onChange();
  }

  /** The list, without what has no identity or comes twice; the last known one when it cannot be had. */
  async #read<T extends Fields>(
    isDeclared: boolean,
    method: string,
    field: string,
    shape: z.ZodType<T>,
    before: readonly T[],
    key: keyof T & string,
  ): Promise<readonly T[]> {
    if (!isDeclared || this.#client === undefined) return [];
    const { backend, timeoutMs, logger } = this.#options;
    try {
      const found = new Map<unknown, T>();
      for (const raw of await listPages(this.#client, method, field, timeoutMs)) {
        const { data } = shape.safeParse(raw);
        if (data !== undefined && !found.has(data[key])) found.set(data[key], data);
      }
      return [...found.values()];
    } catch (thrown) {
      // Many servers declare resources and know no templates.
      if (!isUnknownMethod(thrown)) {
        const why = cutText(String(thrown), 300);
        logger.log(
          'warn',
          `Backend "${backend}" did not answer ${method} (${why}); its old list stays`,
        );
      }
      return before;
    }
  }
}

function isUnknownMethod(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown as { code?: unknown }).code === -32601;
}
