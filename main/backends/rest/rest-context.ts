import type { Auth } from './auth/auth.ts';
import type { Secrets } from './auth/secrets.ts';
import type { Dadl } from './dadl/model.ts';
import type { FileStore } from './files/file-store.ts';
import type { HttpClient } from './http/http-client.ts';
import type { Transformer } from './jq/transformer.ts';

/** What every call of one REST backend shares. */
export interface RestContext {
  readonly name: string;
  readonly dadl: Dadl;
  readonly base: URL;
  readonly http: HttpClient;
  /** For files that a caller names: none of the backend's rights. */
  readonly fileHttp: HttpClient;
  readonly fileHosts?: readonly string[] | undefined;
  readonly files: FileStore;
  readonly auth: Auth;
  readonly secrets: Secrets;
  readonly transformer: Transformer;
  readonly limits: RestLimits;
  /** Epoch milliseconds before which the service wants no request; 0 when it never said so. */
  readonly hold: { until: number };
  readonly now: () => number;
}

/** Milliseconds. */
interface RestLimits {
  /** One request with its answer. */
  readonly requestMs: number;
  /** A streamed answer, and a file in either direction. */
  readonly streamingMs: number;
  /** A tool call with all its requests and waits. */
  readonly callMs: number;
  /** Life of a file that an answer was put into. */
  readonly fileMs: number;
}
