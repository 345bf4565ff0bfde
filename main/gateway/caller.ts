import type { CallerClass } from '../config/schema/settings.ts';
import type { Elicit } from './approvals/elicit.ts';

/** Who a call is made for. One object for the life of a connection; only its class may change meanwhile. */
export interface Caller {
  /** OS user of the local socket, or the name of the token over HTTP. */
  readonly user: string;
  /** What a token carries for the policies; nobody else has any. */
  readonly roles?: readonly string[] | undefined;
  /** Label of the installed entry (`--client`), else what the client calls itself. */
  readonly client: string;
  /** The client's own words: `Claude Desktop 1.2.3`; empty when it said nothing. */
  readonly clientInfo: string;
  /** By caller-classes.yaml as it is now: read it when it is needed, and keep no copy. */
  readonly callerClass: CallerClass;
  /** Asks the person at this client; absent when it cannot. */
  readonly elicit?: Elicit | undefined;
}
