import type { Backend } from './backend.ts';
import type {
  BackendEntry,
  HttpEntry,
  RestEntry,
  StdioEntry,
} from '../config/schema/backend-entry.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { Logger } from '../platform/logger.ts';
import { isSecretName } from '../platform/secret-name.ts';
import { McpBackend, type McpBackendOptions } from './mcp/mcp-backend.ts';
import { createHttpTransport, createLoginFetch, shownUrl } from './mcp-http/http-transport.ts';
import { BackendLogin, type LoginWorld } from './mcp-http/oauth/backend-login.ts';
import { StdioTransport } from './mcp-stdio/stdio-transport.ts';
import type { RestWorld } from './rest/create-context.ts';
import { RestBackend } from './rest/rest-backend.ts';

/** What adapters get from the outside world. */
export interface BackendWorld {
  readonly appVersion: string;
  readonly logger: Logger;
  /** A key by its name, at call time. Rejects when it cannot be had; an optional one is undefined then. */
  readonly credential: (name: string, optional: boolean) => Promise<string | undefined>;
  /** Environment of stdio children, without any of our secrets, with the user's real PATH. */
  readonly childEnvironment: () => Promise<Readonly<Record<string, string>>>;
  /** Absent where nobody could log in. */
  readonly login?: LoginWorld | undefined;
  /** Absent where no REST backend can be had. */
  readonly rest?: RestWorld | undefined;
}

/** A backend as its owner knows it. */
export interface OwnedBackend extends Backend {
  /** Settles after the first attempt to get it going, whatever came of it. */
  readonly firstAttempt: Promise<void>;
  /** Closes when the running calls have ended, or after `mostMs`. */
  retire(mostMs: number): Promise<void>;
}

/** Whether clients may use what a server has besides tools: a unit's private ones have nothing for them. */
export type Reach = 'public' | 'private';

/** The backend an entry describes, already connecting. */
export function createBackend(
  entry: BackendEntry,
  world: BackendWorld,
  reach: Reach = 'private',
): OwnedBackend {
  if (entry.transport === 'rest') return rest(entry, world);
  const common = {
    name: entry.name,
    promoted: entry.expose_tools,
    isPublic: reach === 'public',
    include: entry.include_tools,
    timeoutMs: entry.options.timeout * 1000,
    credential: entry.api_key_env,
    appVersion: world.appVersion,
    logger: world.logger,
  };
  switch (entry.transport) {
    case 'http':
      return httpBackend(entry, world, common);
    case 'stdio':
      return new McpBackend({
        ...common,
        address: entry.command,
        holdsKey: true,
        createTransport: () => stdio(entry, world),
      });
  }
}

/**
 * The backend of a changed entry. A DADL file that became unusable leaves its last good version running,
 * which then tells what is wrong with the new one.
 */
export function replaceBackend(
  old: OwnedBackend | undefined,
  entry: BackendEntry,
  world: BackendWorld,
  reach: Reach = 'private',
): OwnedBackend {
  const next = createBackend(entry, world, reach);
  const isRest = next instanceof RestBackend && old instanceof RestBackend;
  if (!isRest || next.isUsable || !old.isUsable) return next;
  old.overruled(next.problems());
  void next.close();
  return old;
}

/** What stands behind an option named like a secret is not shown, whether it is known as one or not. */
function shownOptions(args: readonly string[]): readonly string[] {
  return args.map((arg, index) => {
    const [, option] = /^--?([\w-]+)$/.exec(args[index - 1] ?? '') ?? [];
    if (option !== undefined && isSecretName(option) && !arg.startsWith('-')) return '[hidden]';
    const [, head = '', name = ''] = /^(--?([\w-]+)=)/.exec(arg) ?? [];
    return isSecretName(name) ? `${head}[hidden]` : arg;
  });
}

/** Where an entry leads, fit to be shown. */
export function shownAddress(entry: BackendEntry): string {
  switch (entry.transport) {
    case 'http':
      return shownUrl(entry.url);
    case 'stdio':
      return [entry.command, ...shownOptions(entry.args)].join(' ');
    case 'rest':
      return entry.url === undefined ? entry.dadl : shownUrl(entry.url);
  }
}

function rest(entry: RestEntry, world: BackendWorld): RestBackend {
  if (world.rest === undefined)
    throw new GatewayError(
      'internal',
      `Backend "${entry.name}": there is nothing to run REST with`,
    );
  return new RestBackend({
    entry,
    world: world.rest,
    logger: world.logger,
    // A key that is not there is no error: the request is sent without, as the file's author expects.
    credential: (name) => world.credential(name, true),
  });
}

function httpBackend(
  entry: HttpEntry,
  world: BackendWorld,
  common: Omit<McpBackendOptions, 'address' | 'createTransport'>,
): McpBackend {
  const name = entry.api_key_env;
  const login = createLogin(entry, world);
  return new McpBackend({
    ...common,
    address: shownUrl(entry.url),
    login,
    createTransport: () =>
      createHttpTransport({
        url: entry.url,
        headers: entry.headers,
        tlsSkipVerify: entry.tls_skip_verify,
        apiKey:
          name === undefined ? undefined : () => world.credential(name, entry.api_key_optional),
        login,
      }),
  });
}

/** A backend with a key of its own, or a header in its place, is never logged in to. */
function createLogin(entry: HttpEntry, world: BackendWorld): BackendLogin | undefined {
  const hasHeader = Object.keys(entry.headers).some((name) => /^authorization$/i.test(name));
  if (world.login === undefined || entry.api_key_env !== undefined || hasHeader) return undefined;
  const { client_id: clientId, client_secret_env: secret, ...oauth } = entry.oauth ?? {};
  return new BackendLogin({
    ...world.login,
    backend: entry.name,
    serverUrl: entry.url,
    scope: oauth.scope,
    registered: async () =>
      clientId === undefined
        ? undefined
        : {
            clientId,
            clientSecret: secret === undefined ? undefined : await world.credential(secret, false),
            callbackPort: oauth.callback_port,
          },
    fetch: createLoginFetch(entry.tls_skip_verify),
    logger: world.logger,
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
