import type { BackendEntry, HttpEntry, StdioEntry } from '../config/schema/backend-entry.ts';
import type { Logger } from '../platform/logger.ts';
import { McpBackend } from './mcp/mcp-backend.ts';
import { createHttpTransport, shownUrl } from './mcp-http/http-transport.ts';
import { StdioTransport } from './mcp-stdio/stdio-transport.ts';

/** What adapters get from the outside world. */
export interface BackendWorld {
  readonly appVersion: string;
  readonly logger: Logger;
  /** A key by its name, at call time. Rejects when it cannot be had; an optional one is undefined then. */
  readonly credential: (name: string, optional: boolean) => Promise<string | undefined>;
  /** Environment of stdio children, without any of our secrets, with the user's real PATH. */
  readonly childEnvironment: () => Promise<Readonly<Record<string, string>>>;
}

/** The backend an entry describes, already connecting. */
export function createBackend(entry: BackendEntry, world: BackendWorld): McpBackend {
  const common = {
    name: entry.name,
    promoted: entry.expose_tools,
    include: entry.include_tools,
    timeoutMs: entry.options.timeout * 1000,
    credential: entry.api_key_env,
    appVersion: world.appVersion,
    logger: world.logger,
  };
  switch (entry.transport) {
    case 'http':
      return new McpBackend({
        ...common,
        address: shownUrl(entry.url),
        createTransport: () => http(entry, world),
      });
    case 'stdio':
      return new McpBackend({
        ...common,
        address: entry.command,
        createTransport: () => stdio(entry, world),
      });
  }
}

/** Where an entry leads, fit to be shown. */
export function shownAddress(entry: BackendEntry): string {
  return entry.transport === 'http'
    ? shownUrl(entry.url)
    : [entry.command, ...entry.args].join(' ');
}

function http(entry: HttpEntry, world: BackendWorld): ReturnType<typeof createHttpTransport> {
  const name = entry.api_key_env;
  return createHttpTransport({
    url: entry.url,
    headers: entry.headers,
    tlsSkipVerify: entry.tls_skip_verify,
    apiKey: name === undefined ? undefined : () => world.credential(name, entry.api_key_optional),
  });
}

/** A child gets the key its entry names, as the variable of that name, and no other. */
async function stdio(entry: StdioEntry, world: BackendWorld): Promise<StdioTransport> {
  const name = entry.api_key_env;
  const key = name === undefined ? undefined : await world.credential(name, entry.api_key_optional);
  return new StdioTransport({
    command: entry.command,
    args: entry.args,
    cwd: entry.cwd,
    env: {
      ...(await world.childEnvironment()),
      ...entry.env,
      ...(name !== undefined && key !== undefined && { [name]: key }),
    },
    onStderr: (line) => {
      world.logger.log('debug', `${entry.name}: ${line}`);
    },
  });
}
