export interface AuthorizedServer {
  readonly url: string;
  readonly seen: {
    readonly refreshes: number;
    readonly registrations: number;
    /** Parameters of each request for a login page. */
    readonly authorizations: readonly Record<string, string>[];
    /** Every token the MCP server was sent. */
    readonly bearers: readonly string[];
  };
  expire(): Promise<void>;
  revoke(): Promise<void>;
  close(): Promise<void>;
}
export function startAuthorizedServer(options?: {
  readonly clients?: readonly object[];
}): Promise<AuthorizedServer>;
export function personLogsIn(start: string): Promise<string>;
