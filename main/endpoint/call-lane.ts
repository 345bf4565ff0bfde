import { setMaxListeners } from 'node:events';
import { z } from 'zod';
import type { Session } from '../gateway/session.ts';
import { toGatewayError } from '../platform/gateway-error.ts';
import { toClientResult } from './to-client-result.ts';
import type { WaitingClients } from './waiting-clients.ts';

// Not z.record: it rebuilds the object and drops a key called __proto__, which is data like any other.
const toolArguments = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const callParams = z.looseObject({
  name: z.string(),
  arguments: toolArguments.optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});

export type RequestId = string | number;

/**
 * `tools/call` without the SDK's server in between: that one would parse the request and walk the whole
 * result again. The answer's JSON was made once by the gateway and goes out as it is.
 */
export class CallLane {
  readonly #session: () => Session;
  readonly #waiting: WaitingClients;
  readonly #sendText: (json: string, forRequest: RequestId) => void;
  readonly #running = new Map<RequestId, AbortController>();

  constructor(
    session: () => Session,
    waiting: WaitingClients,
    sendText: (json: string, forRequest: RequestId) => void,
  ) {
    this.#session = session;
    this.#waiting = waiting;
    this.#sendText = sendText;
  }

  call(id: RequestId, rawParams: unknown): void {
    const parsed = callParams.safeParse(rawParams);
    if (!parsed.success) {
      this.#refuse(id, -32602, 'tools/call takes a name and an object of arguments');
      return;
    }
    if (this.#running.has(id)) {
      // Of two calls with one id neither could be cancelled for sure.
      this.#refuse(id, -32600, `A call with the id ${JSON.stringify(id)} runs already`);
      return;
    }
    const { name, arguments: args = {}, _meta } = parsed.data;
    const { progressToken, ...meta } = _meta ?? {};
    const abort = new AbortController();
    // A unit may make hundreds of private calls at once, each listening for the cancellation.
    setMaxListeners(0, abort.signal);
    this.#running.set(id, abort);
    void this.#session()
      .callTool({
        name,
        args,
        signal: abort.signal,
        client: this.#waiting.of(id),
        ...(Object.keys(meta).length > 0 && { meta }),
        ...(isToken(progressToken) && {
          onProgress: (progress) => {
            this.#progress(id, progressToken, progress);
          },
        }),
      })
      .then(
        (answer) => answer.json,
        (thrown: unknown) => JSON.stringify(toClientResult(toGatewayError(thrown))),
      )
      .then((json) => {
        // MCP: a cancelled request gets no answer. Its id may be another call's by now.
        if (abort.signal.aborted) return;
        this.#running.delete(id);
        this.#reply(id, 'result', json);
      });
  }

  /** True when the request was ours. */
  cancel(id: unknown): boolean {
    const abort = this.#running.get(id as RequestId);
    this.#running.delete(id as RequestId);
    abort?.abort();
    return abort !== undefined;
  }

  /** A request of the client that still waits: what goes with it arrives where nothing else is open. */
  newest(): RequestId | undefined {
    return [...this.#running.keys()].at(-1);
  }

  cancelAll(): void {
    for (const abort of this.#running.values()) abort.abort();
  }

  #refuse(id: RequestId, code: number, message: string): void {
    this.#reply(id, 'error', JSON.stringify({ code, message }));
  }

  #reply(id: RequestId, key: 'result' | 'error', json: string): void {
    this.#sendText(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"${key}":${json}}`, id);
  }

  #progress(
    id: RequestId,
    progressToken: RequestId,
    progress: Readonly<Record<string, unknown>>,
  ): void {
    const params = { ...progress, progressToken };
    const message = { jsonrpc: '2.0', method: 'notifications/progress', params };
    this.#sendText(JSON.stringify(message), id);
  }
}

function isToken(value: unknown): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}
