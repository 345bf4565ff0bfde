import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import type {
  Backend,
  BackendCall,
  BackendState,
  CallResult,
  OfferRequest,
  PersonLogin,
  ToolDescriptor,
} from '../backend.ts';
import type { BackendLogin } from '../mcp-http/oauth/backend-login.ts';
import { CallTimer } from './call-timer.ts';
import { classifyError, type BackendFacts } from './classify-error.ts';
import { askableAbilities, ClientQuestions } from './client-questions.ts';
import { handedOut } from './handed-out.ts';
import { connectTimeoutMs, McpConnection } from './mcp-connection.ts';
import { McpOffers, refuseMissing } from './mcp-offers.ts';
import { CallsInFlight } from '../calls-in-flight.ts';
import { sendRequest, type Sent } from './send-request.ts';
import { ToolList } from './tool-list.ts';
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

interface Request extends Sent {
  /** Throws when what the server is found to have rules the request out. */
  readonly check?: () => void;
}

/** An MCP server as a backend. */
export class McpBackend implements Backend {
  readonly kind = 'passthrough';
  readonly name: string;
  readonly promoted: readonly string[];
  readonly login: PersonLogin | undefined;
  /** Settles after the first attempt to connect, whatever came of it. */
  readonly firstAttempt: Promise<void>;
  /** Absent for a unit's own. */
  readonly offers?: McpOffers;
  readonly #questions: ClientQuestions | undefined;
  readonly #options: McpBackendOptions;
  readonly #changed = new Emitter<undefined>();
  readonly #running = new CallsInFlight();
  readonly #tools: ToolList;
  readonly #connection: McpConnection;
  /** What there is besides tools was read, whatever came of it. */
  #listed: Promise<void> | undefined;

  constructor(options: McpBackendOptions) {
    this.#options = options;
    this.name = options.name;
    this.promoted = options.promoted;
    if (options.isPublic === true) {
      this.#questions = new ClientQuestions(this.name);
      this.offers = new McpOffers({
        backend: this.name,
        timeoutMs: connectTimeoutMs,
        logger: options.logger,
        send: (request) => this.#sendOffer(request),
      });
    }
    const onChange = (): void => {
      this.#changed.emit(undefined);
    };
    this.#tools = new ToolList({
      include: options.include,
      timeoutMs: connectTimeoutMs,
      onChange,
      onFlaws: (flaws) => {
        options.logger.log('warn', `Tools of backend "${this.name}": ${flaws}`);
      },
      onFailure: (thrown) => {
        const { message } = classifyError(thrown, options);
        options.logger.log('warn', `${message}; its old list of tools stays`);
      },
    });
    this.#connection = new McpConnection({
      ...options,
      createClient: () => this.#createClient(),
      // The list of tools stays while the server is away: names that clients know keep their meaning.
      learn: (client, transport) => {
        this.#questions?.follow(transport);
        return this.#tools.read(client);
      },
      onOpen: (client) => {
        this.#listed = this.offers?.connected(client);
      },
      onChange,
      running: this.#running,
    });
    options.login?.onChange(onChange);
    this.login = options.login && personLogin(options.login, () => this.#connection.reconnect());
    this.firstAttempt = this.#connection.connect().then(
      () => this.#listed,
      () => undefined,
    );
  }

  tools(): readonly ToolDescriptor[] {
    return this.#tools.tools;
  }

  state(): BackendState {
    return this.#connection.state();
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

  keyChanged(credential: string): void {
    const { credential: own, holdsKey = false } = this.#options;
    if (own?.toUpperCase() !== credential.toUpperCase()) return;
    const { client } = this.#connection;
    if (client !== undefined && !holdsKey) return;
    if (client !== undefined) this.#connection.letGo(client);
    void this.#connection.reconnect().catch(() => undefined);
  }

  wake(): void {
    void this.#connection.wake().catch(() => undefined);
  }

  /** Closes when the running calls have ended, or after `mostMs`. */
  async retire(mostMs: number): Promise<void> {
    await this.#running.idle(mostMs);
    await this.close();
  }

  async close(): Promise<void> {
    this.#options.login?.cancel();
    this.#tools.close();
    await this.#connection.close();
  }

  async #sendOffer(request: OfferRequest): Promise<Readonly<Record<string, unknown>>> {
    const check = (): void => {
      if (this.offers !== undefined) refuseMissing(this.name, request, this.offers.kinds());
    };
    const send = (): Promise<CallResult> => this.#send({ ...request, what: request.method, check });
    // What the gateway asks by itself opens no login page.
    const login = request.client === undefined ? undefined : this.#options.login;
    return withLogin(login, { what: request.method, signal: request.signal }, send);
  }

  async #send(sent: Request): Promise<CallResult> {
    const timer = new CallTimer(this.#options.timeoutMs, sent.signal);
    const result = await this.#running
      .track(() => this.#request(sent, timer))
      .finally(() => {
        timer.stop();
      });
    // Whoever is handed a link goes on with it here, also when it is in no list.
    if (sent.client !== undefined && this.offers?.kinds().resources === true) {
      const uris = handedOut(result);
      if (uris.length > 0) sent.client.handedOut(this.name, uris);
    }
    return result;
  }

  async #request(sent: Request, timer: CallTimer, isAgain = false): Promise<CallResult> {
    const client = this.#connection.client ?? (await this.#connection.connectFor(sent.what, timer));
    sent.check?.();
    try {
      return await sendRequest(client, sent, timer, this.#questions);
    } catch (thrown) {
      const error = classifyError(thrown, this.#options, sent.what);
      if (isSessionOver(error) && !isAgain) {
        this.#connection.letGo(client);
        return this.#request(sent, timer, true);
      }
      if (error.code === 'backend-unreachable' || error.data['needs'] === 'login')
        this.#connection.lost(client, error);
      throw error;
    }
  }

  #createClient(): Client {
    const [questions, offers] = [this.#questions, this.offers];
    const capabilities = questions === undefined ? {} : askableAbilities;
    const { appVersion: version } = this.#options;
    const client = new Client({ name: 'toolmesh', version }, { capabilities });
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.#tools.changed(client);
    });
    if (questions === undefined || offers === undefined) return client;
    // Not by the SDK's handlers: those would rebuild what passes through here.
    client.fallbackRequestHandler = (request, { signal }) => questions.answer(request, signal);
    client.fallbackNotificationHandler = (notification) => {
      if (notification.method === 'notifications/elicitation/complete')
        questions.elicited(notification.params);
      else if (client === this.#connection.client) offers.notified(notification);
      return Promise.resolve();
    };
    return client;
  }
}

/** A server that was started again does not know the session: 404 by the protocol, 400 of many. It did nothing. */
function isSessionOver({ data }: GatewayError): boolean {
  return data['httpStatus'] === 404 || data['httpStatus'] === 400;
}
