import type { Logger } from '../../../platform/logger.ts';
import { loginKey, readLogin, type LoginRecord, type LoginVault } from './login-record.ts';

export interface KeptLoginOptions {
  readonly backend: string;
  readonly serverUrl: string;
  readonly vault: LoginVault;
  readonly learn: (secret: string) => void;
  readonly now: () => number;
  readonly logger: Logger;
}

/** What is known of one login: in the keychain, or, where there is none, until the end of the run. */
export class KeptLogin {
  readonly #options: KeptLoginOptions;
  #record: Promise<LoginRecord> | undefined;
  /** What this run knows is newer than what the keychain holds. */
  #isUnwritten = false;

  constructor(options: KeptLoginOptions) {
    this.#options = options;
  }

  current(): Promise<LoginRecord> {
    const { serverUrl } = this.#options;
    this.#record ??= this.#read().catch(() => ({ serverUrl }));
    return this.#record;
  }

  /** As another process may have left it; what this one knows where the keychain cannot be read. */
  fresh(): Promise<LoginRecord> {
    return this.#isUnwritten ? this.current() : this.#read().catch(() => this.current());
  }

  /** Takes over what another process has written. */
  adopt(record: LoginRecord): void {
    this.#record = Promise.resolve(record);
  }

  /** Tokens have just come: their life counts from now. */
  async keepNew(record: LoginRecord): Promise<LoginRecord> {
    const { expiresAt: _before, ...rest } = record;
    const seconds = record.tokens?.expires_in;
    const timed = {
      ...rest,
      ...(seconds !== undefined && { expiresAt: this.#options.now() + seconds * 1000 }),
    };
    await this.keep(timed);
    return timed;
  }

  async keep(record: LoginRecord): Promise<void> {
    const { backend, serverUrl, vault, logger } = this.#options;
    this.#learn(record);
    this.#record = Promise.resolve(record);
    try {
      await vault.write(loginKey(backend, serverUrl), JSON.stringify(record));
      this.#isUnwritten = false;
    } catch (error) {
      this.#isUnwritten = true;
      // Never into a file instead: this run has it, the next one asks again.
      const reason = error instanceof Error ? error.message : String(error);
      logger.log('warn', `The login to "${backend}" is kept until ToolMesh ends only. ${reason}`);
    }
  }

  async #read(): Promise<LoginRecord> {
    const { vault, backend, serverUrl } = this.#options;
    const record = await readLogin(vault, backend, serverUrl);
    this.#learn(record);
    return record;
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
