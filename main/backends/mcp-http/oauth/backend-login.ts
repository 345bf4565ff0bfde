import { OAuthError, ServerError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Emitter, type Unsubscribe } from '../../../platform/emitter.ts';
import { GatewayError } from '../../../platform/gateway-error.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { OpenBrowser } from '../../../platform/open-browser.ts';
import { KeptLogin } from './kept-login.ts';
import { logIn, type RegisteredClient } from './log-in.ts';
import { LoginNeeded, type LoginNeededFacts } from './login-needed.ts';
import { loginKey, type LoginRecord, type LoginVault } from './login-record.ts';
import { refreshLogin } from './refresh-login.ts';
import { coversScopes, unitedScopes } from './scopes.ts';

/** What logins need of the outside world. */
export interface LoginWorld {
  readonly vault: LoginVault;
  readonly openBrowser: OpenBrowser;
  /** One process at a time renews a backend's tokens; a second use of a refresh token may end the login. */
  readonly lock: (key: string) => Promise<() => Promise<void>>;
  /** Told each token as soon as it is known, so that it can be kept out of every text. */
  readonly learn: (secret: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
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
// Before it ends, and for short lives a tenth of it.
const earlyMs = 60_000;

/** The login of one backend: hands out its token, renews it, and asks the person when nothing else helps. */
export class BackendLogin {
  readonly #options: BackendLoginOptions;
  readonly #kept: KeptLogin;
  readonly #changed = new Emitter<undefined>();
  #renewing: Promise<string> | undefined;
  #running: { readonly done: Promise<void>; readonly abort: AbortController } | undefined;
  #challenge: Challenge = {};
  #quietUntil = 0;
  #logins = 0;
  #isNeeded = false;
  /** The token whose early renewal has been tried. */
  #triedEarly: string | undefined;

  constructor(options: BackendLoginOptions) {
    this.#options = options;
    this.#kept = new KeptLogin(options);
  }

  state(): 'idle' | 'needed' | 'running' {
    if (this.#running !== undefined) return 'running';
    return this.#isNeeded ? 'needed' : 'idle';
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  /** The token to send, or undefined when there is no login. */
  async token(): Promise<string | undefined> {
    const record = await this.#kept.current();
    const token = record.tokens?.access_token;
    if (token === undefined || token === this.#triedEarly || !this.#endsSoon(record)) return token;
    this.#triedEarly = token;
    // It is still good: when this fails, the server says so in its time.
    return this.#renewOnce(token).catch(() => token);
  }

  /** A token instead of the one that was refused. Everybody who waits shares one renewal. */
  renew(refused: string | undefined, challenge: Challenge): Promise<string> {
    this.#challenge = challenge;
    return this.#renewOnce(refused);
  }

  /** A token with the rights the refused one lacks, where somebody has logged in for them meanwhile. */
  async widen(refused: string | undefined, challenge: Challenge): Promise<string> {
    const { scope } = challenge;
    const record = await this.#kept.fresh();
    const token = record.tokens?.access_token;
    if (token !== undefined && token !== refused) return this.#adopt(record, token);
    if (scope !== undefined && !coversScopes(record.scope, scope)) {
      this.#challenge = challenge;
      throw this.#need({ scope });
    }
    // Asking once more would end the same way.
    const { backend } = this.#options;
    throw new GatewayError(
      'backend-error',
      `Backend "${backend}" wants more rights (${scope === undefined ? 'it does not say which' : `"${scope}"`}) than its login was given; ask the service's owner for them`,
      { data: { backend, httpStatus: 403 } },
    );
  }

  /** For a call that failed for want of a login. Settles when it may try again, rejects when it may not. */
  async logInFor(failed: LoginNeeded): Promise<void> {
    // Somebody logged in after the call was refused.
    if (failed.logins < this.#logins) return;
    if (this.#running === undefined && this.#options.now() < this.#quietUntil) throw failed;
    await this.logIn();
  }

  /** Opens the login page; one at a time. Resolves once there are tokens. */
  logIn(): Promise<void> {
    if (this.#running !== undefined) return this.#running.done;
    const abort = new AbortController();
    const done = this.#start(abort.signal).finally(() => {
      this.#running = undefined;
      this.#changed.emit(undefined);
    });
    this.#running = { done, abort };
    this.#changed.emit(undefined);
    return done;
  }

  /** Ends a login that runs; whoever waits for it is told. */
  cancel(): void {
    this.#running?.abort.abort();
  }

  async #start(signal: AbortSignal): Promise<void> {
    const { backend, scope, registered, fetch, openBrowser, logger, now } = this.#options;
    const unlock = await this.#lock();
    try {
      const record = await this.#kept.fresh();
      const { resourceMetadataUrl, scope: wanted } = this.#challenge;
      const fresh = await logIn({
        record,
        registered: await registered(),
        scope: unitedScopes(record.scope, wanted ?? scope),
        resourceMetadataUrl,
        fetch,
        openBrowser,
        timeoutMs: loginMs,
        signal,
      });
      await this.#kept.keepNew(fresh);
      this.#quietUntil = 0;
      this.#logins += 1;
      this.#isNeeded = false;
    } catch (error) {
      this.#quietUntil = now() + quietMs;
      const reason = error instanceof Error ? error.message : String(error);
      logger.log('warn', `Login to "${backend}" failed: ${reason}`);
      throw this.#need({ reason });
    } finally {
      await unlock();
    }
  }

  #renewOnce(refused: string | undefined): Promise<string> {
    this.#renewing ??= this.#renew(refused).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(refused: string | undefined): Promise<string> {
    const { registered, fetch } = this.#options;
    const unlock = await this.#lock();
    try {
      // Another process, or a call just before, may have renewed it meanwhile.
      const record = await this.#kept.fresh();
      const known = record.tokens?.access_token;
      if (known !== undefined && known !== refused) return this.#adopt(record, known);
      const fresh = await refreshLogin(record, await registered(), fetch).catch(
        async (error: unknown) => {
          // Only a refusal ends the login; a server that is away for a minute does not.
          if (!(error instanceof OAuthError) || error instanceof ServerError) throw error;
          await this.#kept.keep({ ...record, tokens: undefined });
          throw this.#need({ reason: error.message });
        },
      );
      const token = fresh?.tokens?.access_token;
      if (fresh === undefined || token === undefined) throw this.#need({});
      await this.#kept.keepNew(fresh);
      return token;
    } finally {
      await unlock();
    }
  }

  #lock(): Promise<() => Promise<void>> {
    const { backend, serverUrl, lock } = this.#options;
    return lock(loginKey(backend, serverUrl));
  }

  #adopt(record: LoginRecord, token: string): string {
    this.#kept.adopt(record);
    this.#isNeeded = false;
    this.#changed.emit(undefined);
    return token;
  }

  #endsSoon({ tokens, expiresAt }: LoginRecord): boolean {
    if (expiresAt === undefined || tokens?.refresh_token === undefined) return false;
    const lifeMs = (tokens.expires_in ?? 0) * 1000;
    return this.#options.now() > expiresAt - Math.min(earlyMs, lifeMs / 10);
  }

  #need(why: Pick<LoginNeededFacts, 'reason' | 'scope'>): LoginNeeded {
    this.#isNeeded = true;
    this.#changed.emit(undefined);
    return new LoginNeeded({ backend: this.#options.backend, logins: this.#logins, ...why });
  }
}
