import { Agent, request as send, type Dispatcher } from 'undici';
import { guardedLookup, PrivateTarget } from './guarded-lookup.ts';
import { isPrivateHost } from './private-address.ts';
import { followRedirect, type HttpRequest } from './redirect.ts';

export interface HttpReply {
  readonly status: number;
  /** Lower-case names; several values are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Dispatcher.ResponseData['body'];
  /** Where it came from, after redirects. */
  readonly url: URL;
}

export interface HttpPolicy {
  /** Targets that may have a private address. */
  readonly mayBePrivate: (url: URL) => boolean;
  /** Targets whose certificate is not checked. */
  readonly skipsTls: (url: URL) => boolean;
}

const mostRedirects = 10;
const connectMs = 10_000;

/** HTTP with our own redirects: every hop is checked again, and keys never follow to another origin. */
export class HttpClient {
  readonly #policy: HttpPolicy;
  readonly #agents = new Map<string, Agent>();

  constructor(policy: HttpPolicy) {
    this.#policy = policy;
  }

  /** Rejects when there is no reply; a status is never an error here. */
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpReply> {
    let current = request;
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const reply = await this.#once(current, signal);
      const next = followRedirect(current, reply.status, reply.headers['location']);
      if (next === undefined) return reply;
      await reply.body.dump();
      current = next;
    }
    throw new Error(`it redirected more than ${mostRedirects} times`);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }

  async #once(
    { method, url, headers, body }: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpReply> {
    const reply = await send(url, {
      method: method as Dispatcher.HttpMethod,
      headers,
      body: body ?? null,
      dispatcher: this.#agentFor(url),
      signal,
    });
    const plain: Record<string, string> = {};
    for (const [name, value] of Object.entries(reply.headers)) {
      if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value;
    }
    const cookies = reply.headers['set-cookie'];
    return {
      status: reply.statusCode,
      headers: plain,
      cookies: cookies === undefined ? [] : [cookies].flat(),
      body: reply.body,
      url,
    };
  }

  #agentFor(url: URL): Agent {
    const isFree = this.#policy.mayBePrivate(url);
    // undici asks no lookup for an address, so those are tested here.
    if (!isFree && isPrivateHost(url.hostname) === true) throw new PrivateTarget(url.hostname);
    const skipsTls = this.#policy.skipsTls(url);
    const key = `${String(isFree)} ${String(skipsTls)}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const agent = new Agent({
      // The caller's signal ends what takes too long.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        rejectUnauthorized: !skipsTls,
        timeout: connectMs,
        ...(!isFree && { lookup: guardedLookup }),
      },
    });
    this.#agents.set(key, agent);
    return agent;
  }
}
