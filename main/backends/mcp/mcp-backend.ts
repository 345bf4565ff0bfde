import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Backend, BackendCall, BackendState, CallResult, ToolDescriptor } from '../backend.ts';
import { backoffMs } from './backoff.ts';
import { classifyError, type BackendFacts } from './classify-error.ts';
import { deliverInOrder } from './deliver-in-order.ts';
import { keepSameTools } from './keep-same-tools.ts';
import { listTools } from './list-tools.ts';

export interface McpBackendOptions extends BackendFacts {
  readonly promoted: readonly string[];
  /** Allow-list of tools; enforced on listing and on calling. */
  readonly include?: readonly string[] | undefined;
  /** A fresh transport for every connection. `isAwaited` tells whether a client waits for an answer. */
  readonly createTransport: (isAwaited: () => boolean) => Transport | Promise<Transport>;
  /** A person's login, where the server asks for one. */
  readonly logIn?: (() => Promise<unknown>) | undefined;
  readonly appVersion: string;
  readonly logger: Logger;
}

// Results pass on as they came: no walk through them, unknown fields included.
const anyResult = z.custom<CallResult>((value) => typeof value === 'object' && value !== null);

const connectTimeoutMs = 15_000;

/** An MCP server as a backend: one owned connection that comes back by itself. */
export class McpBackend implements Backend {
  readonly kind = 'passthrough';
  readonly name: string;
  readonly promoted: readonly string[];
  /** Settles after the first attempt to connect, whatever came of it. */
  readonly firstAttempt: Promise<void>;
  readonly #options: McpBackendOptions;
  readonly #changed = new Emitter<undefined>();
  #state: BackendState = { kind: 'connecting' };
  #tools: readonly ToolDescriptor[] = [];
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #running = 0;
  #onIdle: (() => void) | undefined;
  #closed = false;

  constructor(options: McpBackendOptions) {
    this.#options = options;
    this.name = options.name;
    this.promoted = options.promoted;
    this.firstAttempt = this.#connect().then(
      () => undefined,
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
    this.#running += 1;
    try {
      return await this.#request(call);
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#onIdle?.();
    }
  }

  async login(): Promise<void> {
    await this.#options.logIn?.();
    await this.#connect();
  }

  /** Closes when the running calls have ended, or after `mostMs`. */
  async retire(mostMs: number): Promise<void> {
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
        setTimeout(resolve, mostMs).unref();
      });
    }
    await this.close();
  }

  async #request({ tool, args, signal, meta, onProgress }: BackendCall): Promise<CallResult> {
    const client = this.#client ?? (await this.#connect());
    const { timeoutMs } = this.#options;
    const params = { name: tool, arguments: args, ...(meta !== undefined && { _meta: meta }) };
    const onprogress =
      onProgress &&
      ((progress: object) => {
        onProgress({ ...progress });
      });
    // The SDK never takes its listener off a signal, and a late abort would then cancel every call that
    // was ever made under it: each request gets a signal of its own.
    const own = new AbortController();
    const abort = (): void => {
      own.abort();
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await client.request({ method: 'tools/call', params }, anyResult, {
        signal: own.signal,
        timeout: timeoutMs,
        resetTimeoutOnProgress: true,
        ...(onprogress && { onprogress }),
      });
    } catch (thrown) {
      if (signal.aborted)
        throw new GatewayError('cancelled', `The call of "${tool}" was cancelled`, {
          cause: thrown,
        });
      const error = classifyError(thrown, this.#options, tool);
      if (error.code === 'backend-unreachable' || error.data['needs'] === 'login')
        this.#lost(client, error);
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
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
    const client = new Client({ name: 'toolmesh', version: appVersion });
    try {
      const transport = await this.#options.createTransport(() => this.#running > 0);
      await client.connect(transport, { timeout: connectTimeoutMs });
      deliverInOrder(transport);
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
    const needs = error.data['needs'] === 'login' ? ('login' as const) : undefined;
    this.#state = { kind: 'down', since, reason: error.message, ...(needs && { needs }) };
    this.#retry = setTimeout(() => void this.#connect().catch(() => undefined), wait);
    this.#retry.unref();
    this.#changed.emit(undefined);
  }
}
