// What a server asks of a client in the middle of a call: sampling, elicitation, roots. One connection serves
// all clients. Over HTTP a question comes on the stream of its call; over stdio nothing says which call it
// belongs to: it is put to the client whose calls are the only ones that run, and to nobody when there are
// several.
import { ErrorCode, McpError, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { BackendCall, ClientQuestion, WaitingClient } from '../backend.ts';
import type { CallTimer } from './call-timer.ts';
import type { OriginTransport } from './origins.ts';
import { putNewest } from '../../platform/put-newest.ts';

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
    const { method } = parsed.data;
    const calls = this.#callsOf(this.#originOf(request));
    const { call, client } = this.#asker(calls, method);
    const asked = withoutOthersContext(parsed.data);
    call.onConsole?.([`${this.#backend} asked the client: ${method}`]);
    const open = { connection: client.connection, abort: new AbortController() };
    const ended = AbortSignal.any([signal, open.abort.signal]);
    this.#open.add(open);
    try {
      // Any of them may be the one that asks.
      const ask = calls.reduce<() => Promise<Fields | undefined>>(
        (work, { timer }) =>
          () =>
            timer.whileWaiting(work),
        () => client.ask(asked, ended),
      );
      const answer = await ask();
      if (answer === undefined) {
        const text = `The client of this call does not take ${method}; call from one that does`;
        throw refused(text);
      }
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

  /** The calls that may have led to the question. */
  #callsOf(origin: RequestId | undefined): readonly RunningCall[] {
    return [...this.#running]
      .filter(([, id]) => origin === undefined || id === origin)
      .map(([each]) => each);
  }

  /** The newest of `calls`, if they are all of one client. */
  #asker(
    calls: readonly RunningCall[],
    method: string,
  ): { readonly call: RunningCall; readonly client: WaitingClient } {
    const [call] = calls.slice(-1);
    const client = call?.client;
    const isAlone = calls.every((each) => each.client?.connection === client?.connection);
    if (call !== undefined && client !== undefined && isAlone) return { call, client };
    const why = isAlone
      ? `no client waits for a call of backend "${this.#backend}"`
      : `calls of several clients run in backend "${this.#backend}", and nothing says which of them asks; call again when the others are done`;
    for (const each of calls)
      each.onConsole?.([`${this.#backend} asked for ${method} and nobody was asked: ${why}`]);
    throw refused(`Nobody was asked for ${method}: ${why}`);
  }

  #remember({ params }: ClientQuestion, client: WaitingClient): void {
    const id = params['elicitationId'];
    if (typeof id === 'string') putNewest(this.#shown, id, client, mostElicitations);
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
