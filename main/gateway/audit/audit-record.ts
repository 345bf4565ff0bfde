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
  readonly kind: 'tool' | 'api' | 'code' | 'discover' | 'admin';
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
  readonly subCalls: number;
  readonly subBytes: number;
  /** Names of `_meta` branches that the gate removed. */
  readonly metaRemoved: readonly string[];
  /** Console lines of glue or script. */
  readonly console: string;
}
