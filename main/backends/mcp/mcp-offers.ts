// Resources, prompts, completions and log lines of one server: what others want to hear of it, and what it
// tells. What it did not declare it is never asked for.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
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
import { LogFlood } from './log-flood.ts';
import { OfferLists } from './offer-lists.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface McpOffersOptions {
  readonly backend: string;
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** A request over the backend's connection, with its errors made ours. */
  readonly send: (request: OfferRequest) => Promise<Fields>;
}

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
  readonly #lists: OfferLists;
  #client: Client | undefined;
  #kinds = nothing;
  #followed: ReadonlySet<string> = new Set();
  #level: LogLevel | undefined;
  /** Changes of resources that nobody was told of yet, by URI. */
  #updates = new Map<string, Updated>();
  readonly #tellUpdates = coalesce(() => {
    const updates = this.#updates;
    this.#updates = new Map();
    for (const params of updates.values()) this.#events.emit({ kind: 'updated', params });
  }, gatherMs);

  constructor(options: McpOffersOptions) {
    this.#options = options;
    this.#flood = new LogFlood(options.backend, options.logger);
    this.#lists = new OfferLists(options, () => {
      this.#events.emit({ kind: 'lists' });
    });
  }

  kinds(): OfferKinds {
    return this.#kinds;
  }

  resources(): readonly ListedResource[] {
    return this.#lists.resources;
  }

  templates(): readonly ListedTemplate[] {
    return this.#lists.templates;
  }

  prompts(): readonly ListedPrompt[] {
    return this.#lists.prompts;
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
    await this.#lists.read(client, this.#kinds);
  }

  /** A notification of the server. */
  notified({ method, params }: { readonly method: string; readonly params?: unknown }): void {
    switch (method) {
      case 'notifications/resources/list_changed':
      case 'notifications/prompts/list_changed':
        this.#lists.changed();
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
