// Resources, prompts, completions and log lines of one server: its last known lists, what others want to
// hear of it, and what it tells. What it did not declare it is never asked for.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { coalesce, Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import {
  logLevels,
  type BackendOffers,
  type ListedPrompt,
  type ListedResource,
  type ListedTemplate,
  type LogLevel,
  type OfferEvent,
  type OfferKinds,
  type OfferRequest,
} from '../backend.ts';
import { listPages } from './list-pages.ts';
import { LogFlood } from './log-flood.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface McpOffersOptions {
  readonly backend: string;
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** A request over the backend's connection, with its errors made ours. */
  readonly send: (request: OfferRequest) => Promise<Fields>;
}

const resource = z.looseObject({ uri: z.string().min(1) });
const template = z.looseObject({ uriTemplate: z.string().min(1) });
const prompt = z.looseObject({ name: z.string().min(1) });
const updated = z.looseObject({ uri: z.string() });
type Updated = z.infer<typeof updated>;
const message = z.looseObject({ level: z.enum(logLevels) });

// A server that changes all the time must not keep its clients busy.
const gatherMs = 20;
const mostUpdates = 1000;

const nothing: OfferKinds = {
  resources: false,
  subscribe: false,
  prompts: false,
  completions: false,
  logging: false,
};

export class McpOffers implements BackendOffers {
  readonly #options: McpOffersOptions;
  readonly #events = new Emitter<OfferEvent>();
  readonly #flood: LogFlood;
  #client: Client | undefined;
  #kinds = nothing;
  #resources: readonly ListedResource[] = [];
  #templates: readonly ListedTemplate[] = [];
  #prompts: readonly ListedPrompt[] = [];
  #followed: ReadonlySet<string> = new Set();
  #level: LogLevel | undefined;
  /** Changes of resources that nobody was told of yet, by URI. */
  #updates = new Map<string, Updated>();
  readonly #tellUpdates = coalesce(() => {
    const updates = this.#updates;
    this.#updates = new Map();
    for (const params of updates.values()) this.#events.emit({ kind: 'updated', params });
  }, gatherMs);
  readonly #readSoon = coalesce(() => void this.#readLists(), gatherMs);
  /** The lists are being read; `again` when they changed meanwhile. */
  #reading: { again: boolean } | undefined;

  constructor(options: McpOffersOptions) {
    this.#options = options;
    this.#flood = new LogFlood(options.backend, options.logger);
  }

  kinds(): OfferKinds {
    return this.#kinds;
  }

  resources(): readonly ListedResource[] {
    return this.#resources;
  }

  templates(): readonly ListedTemplate[] {
    return this.#templates;
  }

  prompts(): readonly ListedPrompt[] {
    return this.#prompts;
  }

  send(request: OfferRequest): Promise<Fields> {
    return this.#options.send(request);
  }

  onEvent(listener: (event: OfferEvent) => void): Unsubscribe {
    return this.#events.on(listener);
  }

  follow(uris: ReadonlySet<string>): void {
    const gone = [...this.#followed].filter((uri) => !uris.has(uri));
    this.#followed = new Set(uris);
    for (const uri of gone) this.#tell('resources/unsubscribe', { uri });
  }

  setLevel(level: LogLevel): void {
    if (level === this.#level) return;
    this.#level = level;
    if (this.#kinds.logging) this.#tell('logging/setLevel', { level });
  }

  /** A new connection: its lists are read, and what others want of it is told again. */
  async connected(client: Client): Promise<void> {
    const { resources, prompts, completions, logging } = client.getServerCapabilities() ?? {};
    this.#client = client;
    this.#kinds = {
      resources: resources !== undefined,
      subscribe: resources?.subscribe === true,
      prompts: prompts !== undefined,
      completions: completions !== undefined,
      logging: logging !== undefined,
    };
    if (this.#kinds.logging && this.#level !== undefined)
      this.#tell('logging/setLevel', { level: this.#level });
    if (this.#kinds.subscribe)
      for (const uri of this.#followed) this.#tell('resources/subscribe', { uri });
    this.#reading = undefined;
    await this.#readLists();
  }

  /** A notification of the server. */
  notified({ method, params }: { readonly method: string; readonly params?: unknown }): void {
    switch (method) {
      case 'notifications/resources/list_changed':
      case 'notifications/prompts/list_changed':
        this.#readSoon();
        return;
      case 'notifications/resources/updated': {
        const { data } = updated.safeParse(params);
        if (data === undefined || this.#followed.size === 0) return;
        if (this.#updates.size < mostUpdates) this.#updates.set(data.uri, data);
        this.#tellUpdates();
        return;
      }
      case 'notifications/message': {
        // Nobody listens: what a chatty server writes costs no more than its reading.
        if (this.#level === undefined) return;
        const { data } = message.safeParse(params);
        if (data !== undefined && this.#flood.lets(data))
          this.#events.emit({ kind: 'message', params: data });
      }
    }
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
    this.#events.emit({ kind: 'lists' });
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
        const why = String(thrown).slice(0, 300);
        logger.log(
          'warn',
          `Backend "${backend}" did not answer ${method} (${why}); its old list stays`,
        );
      }
      return before;
    }
  }

  #tell(method: string, params: Fields): void {
    if (method === 'resources/unsubscribe' && !this.#kinds.subscribe) return;
    const { backend, timeoutMs, logger } = this.#options;
    this.#client
      ?.request({ method, params }, z.looseObject({}), { timeout: timeoutMs })
      .catch((error: unknown) => {
        logger.log('debug', `Backend "${backend}" refused ${method}: ${String(error)}`);
      });
  }
}

function isUnknownMethod(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown as { code?: unknown }).code === -32601;
}

/** What the server of `kinds` cannot do. */
export function refuseMissing(backend: string, { method }: OfferRequest, kinds: OfferKinds): void {
  const has = {
    'resources/read': kinds.resources,
    'resources/subscribe': kinds.subscribe,
    'resources/unsubscribe': kinds.subscribe,
    'prompts/get': kinds.prompts,
    'completion/complete': kinds.completions,
  }[method];
  if (has) return;
  throw new GatewayError('backend-error', `Backend "${backend}" does not offer ${method}`, {
    data: { backend, rpcCode: -32601 },
  });
}
