// A client as the backends that work for it may reach it: through its own connection, and only for what
// it said it can do.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestId, ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ClientQuestion, WaitingClient } from '../backends/backend.ts';
import type { ClientOffers } from '../gateway/offers/client-offers.ts';

type Fields = Readonly<Record<string, unknown>>;

// A person may take their time; the question ends with the call it belongs to.
const longestMs = 2 ** 31 - 1;

const anyResult = z.custom<Fields>((value) => typeof value === 'object' && value !== null);

export class WaitingClients {
  readonly #server: Server;
  readonly #offers: () => ClientOffers;

  constructor(server: Server, offers: () => ClientOffers) {
    this.#server = server;
    this.#offers = offers;
  }

  /** The client while it waits for the answer of one request. */
  of(id: RequestId): WaitingClient {
    return {
      connection: this,
      ask: (question, signal) => this.#ask(question, signal, id),
      tell: (notification) => {
        const { method, params } = notification;
        const sent = { method, params } as unknown as ServerNotification;
        void this.#server.notification(sent).catch(() => undefined);
      },
      handedOut: (backend, uris) => {
        this.#offers().handedOut(backend, uris);
      },
    };
  }

  async #ask(
    question: ClientQuestion,
    signal: AbortSignal,
    id: RequestId,
  ): Promise<Fields | undefined> {
    if (this.#offers().isPaused || !this.#takes(question)) return undefined;
    // Untouched, as the backend wrote it; the client checks what it takes.
    return this.#server.request(question, anyResult, {
      signal,
      timeout: longestMs,
      relatedRequestId: id,
    });
  }

  #takes({ method, params }: ClientQuestion): boolean {
    const { sampling, elicitation, roots } = this.#server.getClientCapabilities() ?? {};
    switch (method) {
      case 'sampling/createMessage': {
        const wantsTools = params['tools'] !== undefined || params['toolChoice'] !== undefined;
        return sampling !== undefined && (!wantsTools || sampling.tools !== undefined);
      }
      case 'elicitation/create':
        if (elicitation === undefined) return false;
        if (params['mode'] === 'url') return elicitation.url !== undefined;
        // Before 2025-11-25 there was one mode, and nothing to say about it.
        return elicitation.form !== undefined || elicitation.url === undefined;
      case 'roots/list':
        return roots !== undefined;
    }
  }
}
