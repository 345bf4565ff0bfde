import { toGatewayError } from '../platform/gateway-error.ts';
import type { ClientSurface } from '../gateway/exposition/client-surface.ts';
import type { Session } from '../gateway/session.ts';
import type { RequestId } from './call-lane.ts';
import { refusal } from './refuse-message.ts';

type ToolList = Pick<ClientSurface, 'tools' | 'json'>;

/** Takes known credentials out of what the gateway itself says: lists, errors. */
export interface Scrub {
  value<T>(value: T): T;
  encoded(value: unknown, json: string): { readonly json: string };
  /** Another one once a credential became known. */
  readonly version: number;
}

/**
 * `tools/list` without the SDK's server in between: a list is encoded and scrubbed once, not for every
 * request. Clients ask again and again; 200 lists of 1,000 tools cost 930 ms of CPU the other way.
 */
export class ListLane {
  readonly #session: () => Session;
  readonly #scrub: Scrub;
  readonly #sendText: (json: string, forRequest: RequestId) => void;
  #last:
    | { readonly tools: ToolList['tools']; readonly version: number; readonly json: string }
    | undefined;

  constructor(
    session: () => Session,
    scrub: Scrub,
    sendText: (json: string, forRequest: RequestId) => void,
  ) {
    this.#session = session;
    this.#scrub = scrub;
    this.#sendText = sendText;
  }

  async list(id: RequestId): Promise<void> {
    try {
      const json = this.#clean(await this.#session().listTools());
      this.#sendText(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":${json}}}`, id);
    } catch (thrown) {
      const { message } = toGatewayError(thrown);
      this.#sendText(JSON.stringify(this.#scrub.value(refusal(id, -32603, message))), id);
    }
  }

  #clean({ tools, json }: ToolList): string {
    const { version } = this.#scrub;
    if (this.#last?.tools !== tools || this.#last.version !== version)
      this.#last = { tools, version, json: this.#scrub.encoded(tools, json()).json };
    return this.#last.json;
  }
}
