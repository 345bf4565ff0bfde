import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import { waitUnlessAborted } from '../../platform/wait-unless-aborted.ts';
import type { BackendState } from '../backend.ts';
import { LoginNeeded } from '../mcp-http/oauth/login-needed.ts';
import { backoffMs } from './backoff.ts';
import type { CallTimer } from './call-timer.ts';
import { classifyError, type BackendFacts } from './classify-error.ts';
import { deliverInOrder } from './deliver-in-order.ts';
import { endingOf, isGone } from './ended-process.ts';
import type { CallsInFlight } from '../calls-in-flight.ts';

export interface ConnectionOptions extends BackendFacts {
  /** A fresh transport for every connection. */
  readonly createTransport: () => Transport | Promise<Transport>;
  readonly createClient: () => Client;
  /** Learns what the server has before any call is sent; when that fails there is no connection. */
  readonly learn: (client: Client, transport: Transport) => Promise<void>;
  /** Calls may be sent from now on. */
  readonly onOpen: (client: Client) => void;
  readonly onChange: () => void;
  readonly running: CallsInFlight;
  readonly logger: Logger;
}

export const connectTimeoutMs = 15_000;
const pingTimeoutMs = 5000;

/** The one connection to a server: it is opened when it is needed, and comes back by itself. */
export class McpConnection {
  readonly #options: ConnectionOptions;
  #state: BackendState = { kind: 'connecting' };
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  /** Ends the attempt that runs: a child that never answers must not hold up the end of the app. */
  #attempt: AbortController | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  state(): BackendState {
    return this.#state;
  }

  /** Undefined while there is none. */
  get client(): Client | undefined {
    return this.#client;
  }

  /** One attempt at a time; callers that come meanwhile share it. */
  connect(): Promise<Client> {
    if (this.#client !== undefined) return Promise.resolve(this.#client);
    if (this.#closed) {
      const text = `Backend "${this.#options.name}" is closed`;
      return Promise.reject(new GatewayError('backend-unreachable', text));
    }
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  /**
   * For a call, within its time. An attempt that is under way may have met the server before it was back:
   * its failure is not the call's, which then has one of its own.
   */
  async connectFor(what: string, timer: CallTimer): Promise<Client> {
    const earlier = this.#connecting?.catch(() => undefined);
    if (earlier !== undefined) await this.#inTime(earlier, what, timer);
    return this.#inTime(this.connect(), what, timer);
  }

  /** After a login, or with another key: an attempt from before has neither. */
  async reconnect(): Promise<void> {
    this.#failures = 0;
    await this.#connecting?.catch(() => undefined);
    await this.connect();
  }

  /** The server is there and the connection is of no more use; calls that run keep it to their end. */
  letGo(client: Client): void {
    if (this.#client === client) this.#client = undefined;
    client.onclose = () => undefined;
    const { running, timeoutMs } = this.#options;
    void running.idle(timeoutMs).then(() => client.close().catch(() => undefined));
  }

  lost(client: Client, error: GatewayError): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    client.onclose = () => undefined;
    void client.close().catch(() => undefined);
    this.#down(error);
  }

  /** After a sleep: what only looks alive is given up, and what waits for its next try tries now. */
  async wake(): Promise<void> {
    const client = this.#client;
    if (client !== undefined) {
      // Calls that run have a time of their own, and a server that is busy with one may not answer.
      if (!this.#options.running.isIdle) return;
      const error = await client.ping({ timeout: pingTimeoutMs }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined || isAnswer(error)) return;
      this.lost(client, classifyError(error, this.#options));
    }
    if (this.#state.kind === 'down') await this.reconnect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#attempt?.abort();
    const client = this.#client ?? (await this.#connecting?.catch(() => undefined));
    this.#client = undefined;
    await client?.close().catch(() => undefined);
  }

  async #inTime<T>(work: Promise<T>, what: string, { signal }: CallTimer): Promise<T> {
    if (!(await waitUnlessAborted(work, signal))) return work;
    const reason: unknown = signal.reason;
    if (reason instanceof McpError) throw classifyError(reason, this.#options, what);
    throw new GatewayError('cancelled', `The call of "${what}" was cancelled`);
  }

  async #open(): Promise<Client> {
    clearTimeout(this.#retry);
    const { name, createClient, createTransport, learn, onOpen, onChange } = this.#options;
    const client = createClient();
    const { signal } = (this.#attempt = new AbortController());
    let transport: Transport | undefined;
    try {
      transport = await createTransport();
      await client.connect(transport, { timeout: connectTimeoutMs, signal });
      deliverInOrder(transport);
      await learn(client, transport);
    } catch (thrown) {
      await client.close().catch(() => undefined);
      const ending = isGone(thrown) ? endingOf(transport) : undefined;
      const error = classifyError(ending ?? thrown, this.#options);
      this.#down(error);
      throw error;
    }
    client.onclose = () => {
      const text = `Backend "${name}" closed the connection`;
      const error = endingOf(transport) ?? new GatewayError('backend-unreachable', text);
      this.lost(client, classifyError(error, this.#options));
    };
    this.#client = client;
    this.#failures = 0;
    this.#state = { kind: 'ready', version: client.getServerVersion()?.version };
    onChange();
    onOpen(client);
    return client;
  }

  #down(error: GatewayError): void {
    if (this.#closed) return;
    const since = this.#state.kind === 'down' ? this.#state.since : Date.now();
    const wait = backoffMs((this.#failures += 1), Math.random());
    if (this.#failures === 1) this.#options.logger.log('warn', error.message);
    const needs = error instanceof LoginNeeded ? ('login' as const) : undefined;
    this.#state = { kind: 'down', since, reason: error.message, ...(needs && { needs }) };
    this.#retry = setTimeout(() => void this.connect().catch(() => undefined), wait);
    this.#retry.unref();
    this.#options.onChange();
  }
}

/** A server that knows no ping is there, too. */
function isAnswer(error: unknown): boolean {
  const silent: readonly number[] = [ErrorCode.RequestTimeout, ErrorCode.ConnectionClosed];
  return error instanceof McpError && !silent.includes(error.code);
}
