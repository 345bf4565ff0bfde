import { refreshAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import { OAuthError, ServerError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { GatewayError } from '../../../platform/gateway-error.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { OpenBrowser } from '../../../platform/open-browser.ts';
import { logIn, type RegisteredClient } from './log-in.ts';
import { readLogin, type LoginRecord, type LoginVault } from './login-record.ts';

/** What logins need of the outside world. */
export interface LoginWorld {
  readonly vault: LoginVault;
  readonly openBrowser: OpenBrowser;
  /** One process at a time renews a backend's tokens; a second use of a refresh token may end the login. */
  readonly lock: (backend: string) => Promise<() => Promise<void>>;
  /** Told each token as soon as it is known, so that it can be kept out of every text. */
  readonly learn: (secret: string) => void;
}

export interface BackendLoginOptions extends LoginWorld {
  readonly backend: string;
  readonly serverUrl: string;
  readonly scope?: string | undefined;
  readonly registered: () => Promise<RegisteredClient | undefined>;
  readonly fetch: FetchLike;
  readonly logger: Logger;
}

/** What a server said when it refused a request. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

const loginMs = 5 * 60_000;
// A model that tries again and again must not fill the screen with login pages.
const quietMs = 10 * 60_000;

/** The login of one backend: hands out its token, renews it, and asks the person when nothing else helps. */
export class BackendLogin {
  readonly #options: BackendLoginOptions;
  #record: Promise<LoginRecord> | undefined;
  #renewing: Promise<string> | undefined;
  #login: Promise<string> | undefined;
  #lastChallenge: Challenge = {};
  #quietUntil = 0;

  constructor(options: BackendLoginOptions) {
    this.#options = options;
  }

  /** The token to send, or undefined when there is no login. */
  async token(): Promise<string | undefined> {
    return (await this.#current()).tokens?.access_token;
  }

  /**
   * A token instead of the one that was refused. Everybody who waits shares one renewal and one login; the
   * page opens only for a call that a person's client is waiting for.
   */
  async renew(
    refused: string | undefined,
    challenge: Challenge,
    isAwaited: boolean,
  ): Promise<string> {
    this.#lastChallenge = challenge;
    this.#renewing ??= this.#refresh(refused).finally(() => {
      this.#renewing = undefined;
    });
    try {
      return await this.#renewing;
    } catch (error) {
      if (!(error instanceof LoginNeeded)) throw error;
      const isQuiet = Date.now() < this.#quietUntil;
      if (this.#login === undefined && (!isAwaited || isQuiet)) throw error;
      return await this.logIn();
    }
  }

  /** Opens the login page; one at a time. Resolves once there are tokens. */
  logIn(): Promise<string> {
    this.#login ??= this.#start().finally(() => {
      this.#login = undefined;
    });
    return this.#login;
  }

  async #start(): Promise<string> {
    const { backend, scope, serverUrl, registered, logger } = this.#options;
    const unlock = await this.#options.lock(backend);
    try {
      const record = await readLogin(this.#options.vault, backend, serverUrl);
      const { resourceMetadataUrl, scope: asked } = this.#lastChallenge;
      const fresh = await logIn({
        record,
        registered: await registered(),
        scope: asked ?? scope,
        resourceMetadataUrl,
        fetch: this.#options.fetch,
        openBrowser: this.#options.openBrowser,
        timeoutMs: loginMs,
      });
      this.#quietUntil = 0;
      return await this.#keep(fresh);
    } catch (error) {
      this.#quietUntil = Date.now() + quietMs;
      const reason = error instanceof Error ? error.message : String(error);
      logger.log('warn', `Login to "${backend}" failed: ${reason}`);
      throw new LoginNeeded(backend, reason);
    } finally {
      await unlock();
    }
  }

  async #refresh(refused: string | undefined): Promise<string> {
    const { backend, serverUrl, vault } = this.#options;
    const unlock = await this.#options.lock(backend);
    try {
      // Another process, or a call just before, may have renewed it meanwhile.
      const record = await readLogin(vault, backend, serverUrl).catch(() => this.#current());
      const { tokens } = record;
      if (tokens !== undefined && tokens.access_token !== refused) return await this.#keep(record);
      return await this.#keep(await this.#refreshed(record));
    } finally {
      await unlock();
    }
  }

  async #refreshed(record: LoginRecord): Promise<LoginRecord> {
    const { backend, registered, fetch } = this.#options;
    const { tokens, discovery } = record;
    const own = await registered();
    const client =
      own === undefined
        ? record.client
        : { client_id: own.clientId, client_secret: own.clientSecret };
    const refreshToken = tokens?.refresh_token;
    if (refreshToken === undefined || client === undefined || discovery === undefined)
      throw new LoginNeeded(backend);
    const { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } = discovery;
    try {
      const fresh = await refreshAuthorization(authorizationServerUrl, {
        ...(authorizationServerMetadata && { metadata: authorizationServerMetadata }),
        ...(resourceMetadata && { resource: resourceMetadata.resource }),
        clientInformation: client,
        refreshToken,
        fetchFn: fetch,
      });
      return { ...record, tokens: { ...fresh, issuer: authorizationServerUrl } };
    } catch (error) {
      // Only a refusal ends the login; a server that is away for a minute does not.
      if (!(error instanceof OAuthError) || error instanceof ServerError) throw error;
      await this.#keep({ ...record, tokens: undefined }).catch(() => undefined);
      throw new LoginNeeded(backend, error.message);
    }
  }

  async #keep(record: LoginRecord): Promise<string> {
    const { backend, vault, logger } = this.#options;
    this.#learn(record);
    this.#record = Promise.resolve(record);
    try {
      await vault.write(backend, JSON.stringify(record));
    } catch (error) {
      // Never into a file instead: this run has it, the next one asks again.
      const reason = error instanceof Error ? error.message : String(error);
      logger.log('warn', `The login to "${backend}" is kept until ToolMesh ends only. ${reason}`);
    }
    const token = record.tokens?.access_token;
    if (token === undefined) throw new LoginNeeded(backend);
    return token;
  }

  #current(): Promise<LoginRecord> {
    const { backend, serverUrl, vault } = this.#options;
    this.#record ??= readLogin(vault, backend, serverUrl).then(
      (record) => {
        this.#learn(record);
        return record;
      },
      () => ({ serverUrl }),
    );
    return this.#record;
  }

  #learn({ tokens, client }: LoginRecord): void {
    const secrets = [
      tokens?.access_token,
      tokens?.refresh_token,
      tokens?.id_token,
      client?.client_secret,
    ];
    for (const secret of secrets) if (secret !== undefined) this.#options.learn(secret);
  }
}

/** Only a person can go on from here. */
class LoginNeeded extends GatewayError {
  constructor(backend: string, reason?: string) {
    const why = reason === undefined ? '' : ` (${reason.slice(0, 200)})`;
    super(
      'credential-missing',
      `Backend "${backend}" needs its user to log in${why}: run "toolmesh backends login ${backend}", or log in from the tray`,
      { data: { backend, needs: 'login' } },
    );
  }
}
