// One client's resources, prompts and log lines. What it reads and gets are calls like any other.
import type { BackendCall, LogLevel, OfferRequest } from '../../backends/backend.ts';
import type { Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import type { CallTool } from '../call-tool.ts';
import type { Caller } from '../caller.ts';
import type { Answer, Route } from '../route.ts';
import type { ListedResources } from './books.ts';
import { ClientNews, type NewsWorld, type OfferNotification } from './client-news.ts';
import { ClientView, type ViewWorld } from './client-view.ts';
import { listPage, type ListPage } from './list-page.ts';
import { offerRoute } from './offer-route.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Everything of a client's request but what it asks for. */
type AskedBy = Pick<BackendCall, 'signal' | 'meta' | 'onProgress' | 'client'>;

/** What a request of the client means at a backend. */
interface Meant {
  readonly backend: string;
  readonly params: Fields;
}

export interface OffersWorld extends ViewWorld, NewsWorld {
  readonly callTool: CallTool;
}

// Most clients list once, right after they started the gateway, and do not listen for changes.
const firstListMs = 3000;

export class ClientOffers {
  readonly #caller: Caller;
  readonly #world: OffersWorld;
  readonly #view: ClientView;
  readonly #news: ClientNews;

  constructor(caller: Caller, world: OffersWorld) {
    this.#caller = caller;
    this.#world = world;
    this.#view = new ClientView(caller, world);
    this.#news = new ClientNews(caller, this.#view, world);
  }

  get isPaused(): boolean {
    return this.#world.paused();
  }

  onNotification(listener: (notification: OfferNotification) => void): Unsubscribe {
    return this.#news.on(listener);
  }

  async listResources(cursor: string | undefined): Promise<ListPage<Fields>> {
    return listPage((await this.#resources()).resources, cursor);
  }

  async listTemplates(cursor: string | undefined): Promise<ListPage<Fields>> {
    return listPage((await this.#resources()).templates, cursor);
  }

  async listPrompts(cursor: string | undefined): Promise<ListPage<Fields>> {
    await this.#world.directory.firstAttempts(firstListMs);
    const { list, text } = await this.#view.prompts();
    this.#news.knowsPrompts(text());
    return listPage(list, cursor);
  }

  readResource(uri: string, by: AskedBy): Promise<Answer> {
    return this.#ask('resources/read', uri, by, async () => {
      const target = await this.#view.findResource(uri);
      return { backend: target.backend, params: { uri: target.uri } };
    });
  }

  getPrompt(publicName: string, args: Fields | undefined, by: AskedBy): Promise<Answer> {
    return this.#ask('prompts/get', publicName, by, async () => {
      const { backend, name } = await this.#view.findPrompt(publicName);
      return { backend, params: { name, ...(args && { arguments: args }) } };
    });
  }

  /** Undefined where the backend completes nothing, or where a person would be asked at each letter. */
  async complete(ref: Fields, rest: Fields, by: AskedBy): Promise<Answer | undefined> {
    const { directory, access } = this.#world;
    const { backend, params } = await this.#meantBy(ref);
    const canComplete = directory.of(backend)?.kinds().completions === true;
    const rule = access.byRules(this.#caller, backend, 'completion/complete');
    if (!canComplete || rule === 'ask') return undefined;
    const shown = String(ref['name'] ?? ref['uri']);
    return this.#ask('completion/complete', shown, by, () =>
      Promise.resolve({ backend, params: { ...rest, ref: { ...ref, ...params } } }),
    );
  }

  async subscribe(uri: string, by: AskedBy): Promise<void> {
    const target = this.#view.findResource(uri);
    const stop = await target.then(
      // Before the server says yes: its first news may come together with that.
      (found) => this.#world.directory.follow(found.backend, found.uri),
      () => undefined,
    );
    try {
      await this.#ask('resources/subscribe', uri, by, async () => {
        const { backend, uri: own } = await target;
        return { backend, params: { uri: own } };
      });
      if (stop !== undefined) this.#news.follow(uri, { ...(await target), stop });
    } catch (error) {
      stop?.();
      throw error;
    }
  }

  unsubscribe(uri: string): void {
    this.#news.unfollow(uri);
  }

  setLevel(level: LogLevel): void {
    this.#news.setLevel(level);
  }

  /** An answer of the backend held these URIs. */
  handedOut(backend: string, uris: readonly string[]): void {
    this.#view.links.add(backend, uris);
  }

  close(): void {
    this.#news.close();
  }

  /** A call through the whole pipeline; what is not found has its record as well. */
  async #ask(
    method: OfferRequest['method'],
    name: string,
    by: AskedBy,
    find: () => Promise<Meant>,
  ): Promise<Answer> {
    const meant = await find().catch((thrown: unknown) => toGatewayError(thrown));
    const call = { ...by, caller: this.#caller, name };
    if (meant instanceof GatewayError) {
      const resolve = (): never => {
        throw meant;
      };
      return this.#world.callTool({ ...call, args: {}, resolve });
    }
    const { backend, params } = meant;
    const resolve = (): Promise<Route> => this.#route(backend, method);
    return this.#world.callTool({ ...call, args: params, resolve });
  }

  async #route(backend: string, method: OfferRequest['method']): Promise<Route> {
    const { directory, access } = this.#world;
    const offers = directory.of(backend);
    if (offers === undefined)
      throw new GatewayError('backend-unreachable', `Backend "${backend}" is there no more`);
    const granted = await access.granted(this.#caller);
    // Of who is granted none of its tools the server is asked for one that nobody is granted.
    const grantedAs = granted && (granted.get(backend) ?? `${backend}_${method}`);
    return offerRoute({ backend, offers, method, grantedAs });
  }

  async #resources(): Promise<ListedResources> {
    await this.#world.directory.firstAttempts(firstListMs);
    const { list, text } = await this.#view.tellResources();
    this.#news.knowsResources(text());
    return list;
  }

  /** Whose a completion's reference is, and how the backend calls it. */
  async #meantBy(ref: Fields): Promise<Meant> {
    if (ref['type'] === 'ref/prompt') {
      const { backend, name } = await this.#view.findPrompt(String(ref['name']));
      return { backend, params: { name } };
    }
    const { backend, uri } = await this.#view.findResource(String(ref['uri']));
    return { backend, params: { uri } };
  }
}
