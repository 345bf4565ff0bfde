// What a server asks of a client in the middle of a call: sampling, elicitation, roots. One connection serves
// all clients. Over HTTP a question comes on the stream of its call; over stdio nothing says which call it
// belongs to: it is put to the client whose calls are the only ones that run, and to nobody when there are
// several.
import { ErrorCode, McpError, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { BackendCall, ClientQuestion, WaitingClient } from '../backend.ts';
import type { CallTimer } from './call-timer.ts';
import type { OriginTransport } from './origins.ts';

interface RunningCall {
  readonly client: WaitingClient | undefined;
  readonly timer: CallTimer;
  readonly onConsole?: BackendCall['onConsole'] | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

interface OpenQuestion {
  readonly connection: object;
  readonly abort: AbortController;
}

const question = z.object({
  method: z.enum(['sampling/createMessage', 'elicitation/create', 'roots/list']),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** Declared to every server whose questions are passed on: what a client can do is known only at its call. */
export const askableAbilities = {
  sampling: { tools: {} },
  elicitation: { form: {}, url: {} },
  roots: {},
};

const mostElicitations = 100;

export class ClientQuestions {
  readonly #backend: string;
  /** With the id of the request, once it was sent. */
  readonly #running = new Map<RunningCall, RequestId | undefined>();
  readonly #open = new Set<OpenQuestion>();
  /** Who was shown a page; the server tells when it is done there. */
  readonly #shown = new Map<string, WaitingClient>();
  #starting: RunningCall | undefined;
  #originOf: (message: object) => RequestId | undefined = () => undefined;

  constructor(backend: string) {
    this.#backend = backend;
  }

  /** A new connection. */
  follow(transport: OriginTransport): void {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (this.#starting !== undefined && 'method' in message && 'id' in message) {
        this.#running.set(this.#starting, message.id);
        this.#starting = undefined;
      }
      return send(message, options);
    };
    this.#originOf = (message) => transport.originOf?.(message);
  }

  /** The next request that is sent is this call's. */
  started(call: RunningCall): void {
    this.#running.set(call, undefined);
    this.#starting = call;
  }

  /** A question ends with the last call of its client. */
  ended(call: RunningCall): void {
    this.#running.delete(call);
    if (this.#starting === call) this.#starting = undefined;
    if (this.#open.size === 0) return;
    const connection = call.client?.connection;
    if ([...this.#running.keys()].some(({ client }) => client?.connection === connection)) return;
    for (const each of this.#open) if (each.connection === connection) each.abort.abort();
  }

  async answer(request: { readonly method: string }, signal: AbortSignal): Promise<Fields> {
    const parsed = question.safeParse(request);
    if (!parsed.success) throw refused('Method not found');
    const { call, client } = this.#waiting(this.#originOf(request));
    const asked = withoutOthersContext(parsed.data);
    call.onConsole?.([`${this.#backend} asked the client: ${asked.method}`]);
    const open = { connection: client.connection, abort: new AbortController() };
    const ended = AbortSignal.any([signal, open.abort.signal]);
    this.#open.add(open);
    try {
      const answer = await call.timer.whileWaiting(() => client.ask(asked, ended));
      if (answer === undefined) throw refused(`The client does not take ${asked.method}`);
      this.#remember(asked, client);
      return answer;
    } catch (thrown) {
      throw asItCame(thrown);
    } finally {
      this.#open.delete(open);
    }
  }

  /** A page that a client was sent to is done with. */
  elicited(params: Fields | undefined): void {
    const id = params?.['elicitationId'];
    if (params === undefined || typeof id !== 'string') return;
    this.#shown.get(id)?.tell({ method: 'notifications/elicitation/complete', params });
    this.#shown.delete(id);
  }

  #waiting(origin: RequestId | undefined): {
    readonly call: RunningCall;
    readonly client: WaitingClient;
  } {
    const all = [...this.#running];
    const own = all.filter(([, id]) => origin === undefined || id === origin);
    const call = own.at(-1)?.[0];
    const client = call?.client;
    if (call === undefined || client === undefined)
      throw refused('No client waits for this server');
    const isAlone = own.every(([each]) => each.client?.connection === client.connection);
    if (!isAlone) throw refused('Several clients wait for this server; none of them can be asked');
    return { call, client };
  }

  #remember({ params }: ClientQuestion, client: WaitingClient): void {
    const id = params['elicitationId'];
    if (typeof id !== 'string') return;
    this.#shown.set(id, client);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > mostElicitations && oldest !== undefined) this.#shown.delete(oldest);
  }
}

/** To the client "this server" is the whole gateway: one backend would get what others said. */
function withoutOthersContext({ method, params }: ClientQuestion): ClientQuestion {
  if (method !== 'sampling/createMessage' || params['includeContext'] === undefined)
    return { method, params };
  const { includeContext: _others, ...rest } = params;
  return { method, params: rest };
}

function refused(why: string): McpError {
  return new McpError(ErrorCode.MethodNotFound, why);
}

/** The client's own error without the SDK's words before it. */
function asItCame(thrown: unknown): unknown {
  if (!(thrown instanceof McpError)) return thrown;
  const { code, data } = thrown;
  const message = thrown.message.replace(/^MCP error -?\d+: /, '');
  return Object.assign(new Error(message), { code, ...(data !== undefined && { data }) });
}
