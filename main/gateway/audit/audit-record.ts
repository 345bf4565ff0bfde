/** What a policy changed in a call or its answer. Texts are redacted JSON. */
export interface Modification {
  /** The policy's file name. */
  readonly by: string;
  readonly phase: 'pre' | 'post';
  readonly before: string;
  readonly after: string;
}

/** What is known of a call before it has an answer. */
export type BegunCall = Omit<
  AuditRecord,
  | 'durationMs'
  | 'status'
  | 'errorCode'
  | 'decidedBy'
  | 'bytesIn'
  | 'bytesOut'
  | 'tokensOut'
  | 'subCalls'
  | 'subBytes'
  | 'subTokens'
  | 'metaRemoved'
  | 'modifications'
  | 'console'
>;

/** What is kept of one call. One record per client request and per private sub-call. */
export interface AuditRecord {
  readonly id: string;
  /** One per client request; its sub-calls share it. */
  readonly traceId: string;
  /** The call that made this sub-call; null for a client's own. */
  readonly parentId: string | null;
  /** Start, epoch milliseconds. */
  readonly ts: number;
  readonly durationMs: number;
  readonly user: string;
  readonly client: string;
  readonly clientInfo: string;
  readonly callerClass: string;
  readonly kind: 'tool' | 'api' | 'code' | 'composite' | 'discover' | 'admin';
  /** Canonical names; empty when the name the client used exists nowhere. */
  readonly backend: string;
  readonly tool: string;
  readonly exposedAs: string;
  readonly access: string;
  /** Redacted JSON; null under a compact audit. */
  readonly params: string | null;
  readonly status: 'success' | 'error' | 'denied';
  readonly errorCode: string | null;
  /** Which stage, rule or person decided; null when nothing did. */
  readonly decidedBy: string | null;
  readonly bytesIn: number;
  /** Bytes of the answer as sent. */
  readonly bytesOut: number;
  /** Of the answer, counted off the calls' thread and filled in later; null until then, or when too much waited. */
  readonly tokensOut: number | null;
  readonly subCalls: number;
  readonly subBytes: number;
  readonly subTokens: number | null;
  /** Names of `_meta` branches that the gate removed. */
  readonly metaRemoved: readonly string[];
  readonly modifications: readonly Modification[];
  /** Console lines of glue or script. */
  readonly console: string;
}

/** Tokens of a record that is written already. */
export interface TokenFill {
  readonly id: string;
  readonly tokensOut: number;
  readonly subTokens: number | null;
}

/** All that is kept of a call whose unit has `audit: none`. */
export interface CallCount {
  /** UTC day, `2026-11-29`. */
  readonly day: string;
  readonly unit: string;
  readonly tool: string;
  readonly client: string;
  readonly failed: boolean;
  readonly bytes: number;
}
