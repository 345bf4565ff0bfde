import type { CallerClass } from '../config/schema/settings.ts';

/** Who a call is made for. Fixed for the life of a connection. */
export interface Caller {
  /** OS user of the local socket. */
  readonly user: string;
  /** Label of the installed entry (`--client`), else what the client calls itself. */
  readonly client: string;
  /** The client's own words: `Claude Desktop 1.2.3`; empty when it said nothing. */
  readonly clientInfo: string;
  readonly callerClass: CallerClass;
}
