// What a server asks of a client in the middle of a call: sampling, elicitation, roots. MCP does not say
// which call a question belongs to, and one connection serves all clients: it is put to the client whose
// calls are the only ones that run, and to nobody when there are several.
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { BackendCall, ClientQuestion, WaitingClient } from '../backend.ts';
import type { CallTimer } from './call-timer.ts';

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
  readonly #running = new Set<RunningCall>();
  readonly #open = new Set<OpenQuestion>();
  /** Who was shown a page; the server tells when it is done there. */
  readonly #shown = new Map<string, WaitingClient>();

  constructor(backend: string) {
    this.#backend = backend;
  }

  started(call: RunningCall): void {
    this.#running.add(call);
  }

  /** A question ends with the last call of its client. */
  ended(call: RunningCall): void {
    this.#running.delete(call);
    if (this.#open.size === 0) return;
    const connection = call.client?.connection;
    if ([...this.#running].some(({ client }) => client?.connection === connection)) return;
    for (const each of this.#open) if (each.connection === connection) each.abort.abort();
  }

  async answer(request: { readonly method: string }, signal: AbortSignal): Promise<Fields> {
    const parsed = question.safeParse(request);
    if (!parsed.success) throw refused('Method not found');
    const { call, client } = this.#waiting();
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

  #waiting(): { readonly call: RunningCall; readonly client: WaitingClient } {
    const running = [...this.#running];
    const call = running.at(-1);
    const client = call?.client;
    if (call === undefined || client === undefined)
      throw refused('No client waits for this server');
    const isAlone = running.every((each) => each.client?.connection === client.connection);
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
