import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  McpError,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import { waitUnlessAborted } from '../../platform/wait-unless-aborted.ts';
import type {
  Backend,
  BackendCall,
  BackendOffers,
  BackendState,
  CallResult,
  OfferRequest,
  PersonLogin,
  ToolDescriptor,
} from '../backend.ts';
import type { BackendLogin } from '../mcp-http/oauth/backend-login.ts';
import { LoginNeeded } from '../mcp-http/oauth/login-needed.ts';
import { backoffMs } from './backoff.ts';
import { classifyError, type BackendFacts } from './classify-error.ts';
import { askableAbilities, ClientQuestions } from './client-questions.ts';
import { deliverInOrder } from './deliver-in-order.ts';
import { keepSameTools } from './keep-same-tools.ts';
import { handedOut } from './handed-out.ts';
import { listTools } from './list-tools.ts';
import { McpOffers, refuseMissing } from './mcp-offers.ts';
import { sendRequest, type Sent } from './send-request.ts';
import { personLogin, withLogin } from './with-login.ts';

export interface McpBackendOptions extends BackendFacts {
  readonly promoted: readonly string[];
  /** Clients may use what it has besides tools, and it may ask them. Never true for a unit's own. */
  readonly isPublic?: boolean | undefined;
  /** Allow-list of tools; enforced on listing and on calling. */
  readonly include?: readonly string[] | undefined;
  /** A fresh transport for every connection. */
  readonly createTransport: () => Transport | Promise<Transport>;
  /** The connection itself was made with the key, as a child's environment is. */
  readonly holdsKey?: boolean | undefined;
  /** Where the server asks for one. */
  readonly login?: BackendLogin | undefined;
  readonly appVersion: string;
  readonly logger: Logger;
}

const connectTimeoutMs = 15_000;

/** An MCP server as a backend: one owned connection that comes back by itself. */
export class McpBackend implements Backend {
  readonly kind = 'passthrough';
  readonly name: string;
  readonly promoted: readonly string[];
  readonly login: PersonLogin | undefined;
  /** Settles after the first attempt to connect, whatever came of it. */
  readonly firstAttempt: Promise<void>;
  readonly offers?: BackendOffers;
  readonly #offers: McpOffers | undefined;
  readonly #questions: ClientQuestions | undefined;
  readonly #options: McpBackendOptions;
  readonly #changed = new Emitter<undefined>();
  #state: BackendState = { kind: 'connecting' };
  #tools: readonly ToolDescriptor[] = [];
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  /** Ends the attempt that runs: a child that never answers must not hold up the end of the app. */
  #attempt: AbortController | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #running = 0;
  readonly #whenIdle = new Set<() => void>();
  #closed = false;
  /** What there is besides tools was read, whatever came of it. */
  #listed: Promise<void> | undefined;

  constructor(options: McpBackendOptions) {
    this.#options = options;
    this.name = options.name;
    this.promoted = options.promoted;
    if (options.isPublic === true) {
      this.#questions = new ClientQuestions(this.name);
      this.#offers = new McpOffers({
        backend: this.name,
        timeoutMs: connectTimeoutMs,
        logger: options.logger,
        send: (request) => this.#sendOffer(request),
      });
      this.offers = this.#offers;
    }
    options.login?.onChange(() => {
      this.#changed.emit(undefined);
    });
    this.login = options.login && personLogin(options.login, () => this.#reconnect());
    this.firstAttempt = this.#connect().then(
      () => this.#listed,
      () => undefined,
    );
  }

  tools(): readonly ToolDescriptor[] {
    return this.#tools;
  }

  state(): BackendState {
    return this.#state;
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  async callTool(call: BackendCall): Promise<CallResult> {
    const { tool } = call;
    const { include } = this.#options;
    if (include !== undefined && !include.includes(tool)) {
      throw new GatewayError(
        'unknown-tool',
        `Backend "${this.name}" does not include the tool "${tool}" (include_tools)`,
      );
    }
    const { args, meta, ...rest } = call;
    const params = { name: tool, arguments: args, ...(meta !== undefined && { _meta: meta }) };
    const sent = { ...rest, method: 'tools/call', params, what: tool } as const;
    return withLogin(this.#options.login, sent, () => this.#send(sent));
  }

  /** Closes when the running calls have ended, or after `mostMs`. */
  async retire(mostMs: number): Promise<void> {
    await this.#idle(mostMs);
    await this.close();
  }

  keyChanged(credential: string): void {
    const { credential: own, holdsKey = false } = this.#options;
    if (own?.toUpperCase() !== credential.toUpperCase()) return;
    const old = this.#client;
    if (this.#closed || (old !== undefined && !holdsKey)) return;
    this.#failures = 0;
    if (old !== undefined) this.#letGo(old);
    void this.#reconnect().catch(() => undefined);
  }

  /** Calls that run keep the connection they were made on. */
  #letGo(client: Client): void {
    if (this.#client === client) this.#client = undefined;
    client.onclose = () => undefined;
    void this.#idle(this.#options.timeoutMs).then(() => client.close().catch(() => undefined));
  }

  #idle(mostMs: number): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        this.#whenIdle.delete(go);
        resolve();
      };
      this.#whenIdle.add(go);
      setTimeout(go, mostMs).unref();
    });
  }

  /** After a login, or with another key: an attempt from before has neither. */
  async #reconnect(): Promise<void> {
    await this.#connecting?.catch(() => undefined);
    if (this.#client === undefined) await this.#connect();
  }

  async #sendOffer(request: OfferRequest): Promise<Readonly<Record<string, unknown>>> {
    const send = async (): Promise<CallResult> => {
      if (this.#client === undefined) await this.#connect();
      if (this.#offers !== undefined) refuseMissing(this.name, request, this.#offers.kinds());
      return this.#send({ ...request, what: request.method });
    };
    // What the gateway asks by itself opens no login page.
    const login = request.client === undefined ? undefined : this.#options.login;
    return withLogin(login, { what: request.method, signal: request.signal }, send);
  }

  async #send(sent: Omit<Sent, 'timeoutMs'>): Promise<CallResult> {
    this.#running += 1;
    try {
      const result = await this.#request(sent);
      // Whoever is handed a link goes on with it here, also when it is in no list.
      if (sent.client !== undefined && this.#offers?.kinds().resources === true) {
        const uris = handedOut(result);
        if (uris.length > 0) sent.client.handedOut(this.name, uris);
      }
      return result;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const go of this.#whenIdle) go();
    }
  }

  async #request(sent: Omit<Sent, 'timeoutMs'>, isAgain = false): Promise<CallResult> {
    const client = this.#client ?? (await this.#connected(sent));
    const { timeoutMs } = this.#options;
    try {
      return await sendRequest(client, { ...sent, timeoutMs }, this.#questions);
    } catch (thrown) {
      const error = classifyError(thrown, this.#options, sent.what);
      if (isSessionOver(error) && !isAgain) {
        this.#letGo(client);
        return this.#request(sent, true);
      }
      if (error.code === 'backend-unreachable' || error.data['needs'] === 'login')
        this.#lost(client, error);
      throw error;
    }
  }

  /** A call waits for the connection no longer than for its answer. */
  async #connected({ signal, what }: Pick<Sent, 'signal' | 'what'>): Promise<Client> {
    const connecting = this.#connect();
    const late = AbortSignal.timeout(this.#options.timeoutMs);
    if (!(await waitUnlessAborted(connecting, AbortSignal.any([signal, late])))) return connecting;
    if (signal.aborted) throw new GatewayError('cancelled', `The call of "${what}" was cancelled`);
    throw classifyError(new McpError(ErrorCode.RequestTimeout, 'late'), this.#options, what);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#options.login?.cancel();
    this.#attempt?.abort();
    const client = this.#client ?? (await this.#connecting?.catch(() => undefined));
    this.#client = undefined;
    await client?.close().catch(() => undefined);
  }

  /** One attempt at a time; callers that come meanwhile share it. */
  #connect(): Promise<Client> {
    if (this.#closed)
      return Promise.reject(
        new GatewayError('backend-unreachable', `Backend "${this.name}" is closed`),
      );
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #open(): Promise<Client> {
    clearTimeout(this.#retry);
    const { include, appVersion } = this.#options;
    const client = this.#createClient(appVersion);
    const { signal } = (this.#attempt = new AbortController());
    try {
      const transport = await this.#options.createTransport();
      await client.connect(transport, { timeout: connectTimeoutMs, signal });
      deliverInOrder(transport);
      this.#questions?.follow(transport);
      this.#tools = keepSameTools(this.#tools, await listTools(client, include, connectTimeoutMs));
    } catch (thrown) {
      await client.close().catch(() => undefined);
      const error = classifyError(thrown, this.#options);
      this.#down(error);
      throw error;
    }
    client.onclose = () => {
      this.#lost(
        client,
        new GatewayError('backend-unreachable', `Backend "${this.name}" closed the connection`),
      );
    };
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.#relist(client));
    this.#client = client;
    this.#failures = 0;
    this.#state = { kind: 'ready', version: client.getServerVersion()?.version };
    this.#changed.emit(undefined);
    this.#listed = this.#offers?.connected(client);
    return client;
  }

  #createClient(version: string): Client {
    const [questions, offers] = [this.#questions, this.#offers];
    const capabilities = questions === undefined ? {} : askableAbilities;
    const client = new Client({ name: 'toolmesh', version }, { capabilities });
    if (questions === undefined || offers === undefined) return client;
    // Not by the SDK's handlers: those would rebuild what passes through here.
    client.fallbackRequestHandler = (request, { signal }) => questions.answer(request, signal);
    client.fallbackNotificationHandler = (notification) => {
      if (notification.method === 'notifications/elicitation/complete')
        questions.elicited(notification.params);
      else if (client === this.#client) offers.notified(notification);
      return Promise.resolve();
    };
    return client;
  }

  async #relist(client: Client): Promise<void> {
    try {
      const listed = await listTools(client, this.#options.include, connectTimeoutMs);
      this.#tools = keepSameTools(this.#tools, listed);
      this.#changed.emit(undefined);
    } catch (thrown) {
      const { message } = classifyError(thrown, this.#options);
      this.#options.logger.log('warn', `${message}; its old list of tools stays`);
    }
  }

  #lost(client: Client, error: GatewayError): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    client.onclose = () => undefined;
    void client.close().catch(() => undefined);
    this.#down(error);
  }

  // The list of tools stays: names that clients know keep their meaning while the backend is away.
  #down(error: GatewayError): void {
    if (this.#closed) return;
    const since = this.#state.kind === 'down' ? this.#state.since : Date.now();
    const wait = backoffMs((this.#failures += 1), Math.random());
    if (this.#failures === 1) this.#options.logger.log('warn', error.message);
    const needs = error instanceof LoginNeeded ? ('login' as const) : undefined;
    this.#state = { kind: 'down', since, reason: error.message, ...(needs && { needs }) };
    this.#retry = setTimeout(() => void this.#connect().catch(() => undefined), wait);
    this.#retry.unref();
    this.#changed.emit(undefined);
  }
}

/** A server that was started again does not know the session: 404 by the protocol, 400 of many. It did nothing. */
function isSessionOver({ data }: GatewayError): boolean {
  return data['httpStatus'] === 404 || data['httpStatus'] === 400;
}
