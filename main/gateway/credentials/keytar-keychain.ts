// The operating system's keychain: Keychain on macOS, Credential Manager on Windows, the Secret Service on Linux.
// Seen on Linux with @github/keytar 7.10.6: with a missing or locked keyring getPassword answers null,
// setPassword rejects, findCredentials crashes the process (so it is never called), and with a display a call
// blocks until the unlock prompt is answered.
import { randomUUID } from 'node:crypto';
import { classifyKeytarError } from './classify-keytar-error.ts';
import { KeychainUnavailable, type Keychain, type KeychainStatus } from './keychain.ts';

/** The part of keytar that is used. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export interface KeytarKeychainOptions {
  /** Under which all entries are kept; default `toolmesh`. */
  readonly service?: string;
  /** Longest wait for one answer, default 4 s. */
  readonly timeoutMs?: number;
  /** Loads the addon on first use: without libsecret it can't be loaded at all. */
  readonly load?: () => Promise<Keytar>;
}

export class KeytarKeychain implements Keychain {
  readonly #service: string;
  readonly #timeoutMs: number;
  readonly #load: () => Promise<Keytar>;
  #last: Promise<unknown> = Promise.resolve();
  #isStuck = false;
  /** A normal exit waits for the thread that waits for the prompt: seen hanging for 50 s on a silent secret service. */
  readonly #endProcess = (): void => {
    process.kill(process.pid, 'SIGKILL');
  };

  constructor(options: KeytarKeychainOptions = {}) {
    this.#service = options.service ?? 'toolmesh';
    this.#timeoutMs = options.timeoutMs ?? 4000;
    this.#load = options.load ?? loadKeytar;
  }

  async get(name: string): Promise<string | undefined> {
    const read = (): Promise<string | null> =>
      this.#ask((keytar) => keytar.getPassword(this.#service, name));
    const secret = await read();
    if (secret !== null) return secret;
    // A locked keyring answers null as well: only a working one proves that there is no entry.
    await this.#probe();
    return (await read()) ?? undefined;
  }

  async set(name: string, secret: string): Promise<void> {
    await this.#ask((keytar) => keytar.setPassword(this.#service, name, secret));
  }

  async remove(name: string): Promise<void> {
    const wasThere = await this.#ask((keytar) => keytar.deletePassword(this.#service, name));
    if (!wasThere) await this.#probe();
  }

  async status(): Promise<KeychainStatus> {
    try {
      await this.#probe();
      return { kind: 'ready' };
    } catch (error) {
      if (!(error instanceof KeychainUnavailable)) throw error;
      return { kind: 'unavailable', fault: error.fault, message: error.message };
    }
  }

  /** Writes, reads and removes an entry of its own. */
  async #probe(): Promise<void> {
    const service = `${this.#service}-probe`;
    const account = randomUUID();
    await this.#ask((keytar) => keytar.setPassword(service, account, account));
    const found = await this.#ask((keytar) => keytar.getPassword(service, account));
    await this.#ask((keytar) => keytar.deletePassword(service, account));
    if (found !== account) throw new KeychainUnavailable('unknown', 'an entry was not kept');
  }

  /**
   * One call at a time. Each blocks a thread of Node's small pool, and one that waits for a prompt blocks it
   * for good; four of them would stop all file access of the gateway. So nothing is asked behind a stuck call.
   */
  async #ask<T>(question: (keytar: Keytar) => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      if (this.#isStuck) throw new KeychainUnavailable('prompt-pending');
      return this.#settle(question);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #settle<T>(question: (keytar: Keytar) => Promise<T>): Promise<T> {
    const keytar = await this.#load().catch((error: unknown) => {
      throw new KeychainUnavailable('not-installed', String(error));
    });
    const answer = question(keytar);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#isStuck = true;
        process.on('exit', this.#endProcess);
        reject(new KeychainUnavailable('prompt-pending'));
      }, this.#timeoutMs);
    });
    const release = (): void => {
      clearTimeout(timer);
      this.#isStuck = false;
      process.off('exit', this.#endProcess);
    };
    answer.then(release, release);
    try {
      return await Promise.race([answer, timeout]);
    } catch (error) {
      throw error instanceof KeychainUnavailable ? error : classifyKeytarError(error);
    }
  }
}

async function loadKeytar(): Promise<Keytar> {
  const module = await import('keytar');
  return module.default;
}
