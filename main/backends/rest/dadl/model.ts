// A DADL file as it runs: every default applied, every path compiled.
import type { JsonPath } from './json-path.ts';

export type ParamPlace = 'path' | 'query' | 'header' | 'body';

export interface Param {
  readonly name: string;
  readonly type: string;
  /** Absent for a composite's. */
  readonly in?: ParamPlace | undefined;
  readonly required: boolean;
  readonly hasDefault: boolean;
  readonly default?: unknown;
  readonly description?: string | undefined;
}

export interface ResponseSpec {
  readonly resultPath?: JsonPath | undefined;
  readonly metadataPath?: JsonPath | undefined;
  readonly transform?: string | undefined;
  readonly maxItems?: number | undefined;
  readonly allowJqOverride: boolean;
  /** Of the tool and of the defaults. */
  readonly redact: readonly JsonPath[];
  /** The answer is a file; the tool returns where it was put. */
  readonly isFile: boolean;
  readonly ttlMs?: number | undefined;
  readonly contentType?: string | undefined;
  readonly streaming: 'no' | 'collect' | 'skip';
  readonly maxDurationMs?: number | undefined;
}

export interface PaginationSpec {
  readonly strategy: 'cursor' | 'offset' | 'page' | 'link_header';
  readonly behavior: 'auto' | 'expose';
  /** Counts the first page too. */
  readonly maxPages: number;
  /** Query parameter that selects the page; absent when nothing can be injected. */
  readonly pageParam?: string | undefined;
  readonly limitParam?: string | undefined;
  readonly limitDefault?: number | undefined;
  readonly nextCursor?: JsonPath | undefined;
  readonly hasMore?: JsonPath | undefined;
  readonly totalPagesHeader?: string | undefined;
  readonly totalCountHeader?: string | undefined;
}

export interface ErrorsSpec {
  readonly messagePath?: JsonPath | undefined;
  readonly codePath?: JsonPath | undefined;
  readonly retryOn: readonly number[];
  readonly terminal: readonly number[];
  readonly retry?: RetryStrategy | undefined;
  readonly remainingHeader?: string | undefined;
  readonly retryAfterHeader?: string | undefined;
  /** Status → semantic code. */
  readonly map: Readonly<Record<string, string>>;
}

export interface RetryStrategy {
  /** Repeats after the first attempt. */
  readonly maxRetries: number;
  readonly backoff: 'exponential' | 'linear' | 'fixed';
  readonly initialDelayMs: number;
}

export interface RestTool {
  readonly kind: 'tool';
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly access: string;
  readonly description: string;
  readonly params: ReadonlyMap<string, Param>;
  readonly contentType: string;
  /** The tool's own `content_type`, without the defaults. */
  readonly ownContentType?: string | undefined;
  readonly nestBodyKeys: boolean;
  readonly maxBodyBytes: number;
  readonly response: ResponseSpec;
  readonly pagination?: PaginationSpec | undefined;
  readonly errors: ErrorsSpec;
  /** Header that carries the key of an idempotent call. */
  readonly idempotencyHeader?: string | undefined;
  readonly retryUnsafe: boolean;
  readonly dependsOn: readonly string[];
  readonly deprecated?: string | undefined;
  readonly replacedBy?: string | undefined;
  /** TypeScript type of the answer, for the description. */
  readonly returns?: string | undefined;
  readonly hints: readonly (readonly [string, string])[];
}

export interface Composite {
  readonly kind: 'composite';
  readonly name: string;
  readonly access: string;
  readonly description: string;
  readonly params: ReadonlyMap<string, Param>;
  readonly code: string;
  readonly timeoutMs: number;
  readonly dependsOn: readonly string[];
  readonly hints: readonly (readonly [string, string])[];
}

/** `nowhere`: the file asks for a query parameter and names none. */
export type KeyPlace =
  { readonly header: string; readonly prefix: string } | { readonly query: string } | 'nowhere';

export type AuthSpec =
  | { readonly type: 'none' }
  | {
      readonly type: 'bearer' | 'apikey';
      readonly credential: string;
      readonly place: KeyPlace;
    }
  | {
      readonly type: 'basic';
      readonly username: string;
      readonly password?: string | undefined;
    }
  | OAuth2Spec
  | SessionSpec;

export interface OAuth2Spec {
  readonly type: 'oauth2';
  readonly flow: 'client_credentials' | 'refresh_token' | 'authorization_code' | 'jwt_bearer';
  readonly tokenUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly refreshToken?: string | undefined;
  readonly rotates: boolean;
  readonly serviceAccount?: string | undefined;
  readonly subject?: string | undefined;
  readonly scopes: readonly string[];
  readonly clientAuth: 'post' | 'basic';
  readonly cacheKey?: string | undefined;
  readonly renewBeforeMs: number;
}

export interface SessionSpec {
  readonly type: 'session';
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly extract: Readonly<Record<string, JsonPath>>;
  readonly inject: readonly { readonly header: string; readonly value: string }[];
  readonly isRenewedOn401: boolean;
}

export interface HealthSpec {
  readonly tool?: string | undefined;
  readonly method: string;
  readonly path?: string | undefined;
  readonly expectStatus: readonly number[];
  readonly expectPath?: JsonPath | undefined;
  readonly authExpiresPath?: JsonPath | undefined;
  readonly timeoutMs: number;
  readonly isExposed: boolean;
}

export interface Dadl {
  readonly name: string;
  readonly description: string;
  readonly version?: string | undefined;
  /** As the file says it; the deployment's `url` comes before it. */
  readonly baseUrl?: string | undefined;
  readonly auth: AuthSpec;
  readonly headers: Readonly<Record<string, string>>;
  readonly tools: ReadonlyMap<string, RestTool>;
  readonly composites: ReadonlyMap<string, Composite>;
  readonly health?: HealthSpec | undefined;
  readonly examples: readonly {
    readonly name: string;
    readonly description: string;
    readonly code: string;
  }[];
}
