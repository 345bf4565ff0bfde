import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

/** A transport that may know on whose stream a message came. */
export interface OriginTransport extends Transport {
  /** The request of ours in whose answer's stream the message was; undefined when nobody can tell. */
  originOf?(message: object): RequestId | undefined;
}
