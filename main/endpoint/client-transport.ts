import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { RequestId } from './call-lane.ts';

/** How one client's messages come and go. */
export interface ClientTransport extends Transport {
  /** Sends a message that is JSON already; `forRequest` is the request it belongs to. */
  sendText(json: string, forRequest?: RequestId): void;
}
