export interface AuthorizedServer {
  readonly url: string;
  readonly seen: {
    readonly refreshes: number;
    readonly registrations: number;
    /** Parameters of each request for a login page. */
    readonly authorizations: readonly Record<string, string>[];
    readonly tokenRequests: readonly Readonly<Record<string, string | undefined>>[];
    /** Every token the MCP server was sent. */
    readonly bearers: readonly string[];
    /** How often the MCP server refused a request. */
    readonly refusals: number;
  };
  expire(): Promise<void>;
  revoke(): Promise<void>;
  close(): Promise<void>;
}
export function startAuthorizedServer(options?: {
  readonly clients?: readonly object[];
  readonly grants?: string;
  readonly isOld?: boolean;
}): Promise<AuthorizedServer>;
export function personLogsIn(start: string): Promise<string>;
