import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { CredentialIndex } from './credential-index.ts';
import type { CredentialUses } from './credential-uses.ts';
import { KeychainUnavailable, type Keychain, type KeychainStatus } from './keychain.ts';

export interface CredentialInfo {
  /** In upper case, as in the environment variable. */
  readonly name: string;
  /** The environment wins when both have it. */
  readonly source: 'environment' | 'keychain';
  /** How often it was handed out, over all runs. */
  readonly uses: number;
  /** Epoch milliseconds; null when it never was. */
  readonly lastUsedAt: number | null;
}

export interface CredentialsOptions {
  /** The process's environment; only `CREDENTIAL_*` is looked at, once. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keychain: Keychain;
  readonly index: CredentialIndex;
  /** How long a key is used before the keychain is asked again, default 30 s: another process may change it. */
  readonly cacheMs?: number;
  /** Milliseconds; default performance.now. */
  readonly now?: () => number;
  /** Told each value as soon as it is known, so that it can be kept out of every text. */
  readonly learn?: (secret: string) => void;
  readonly uses?: CredentialUses | undefined;
}

interface CachedSecret {
  readonly secret: Promise<string>;
  readonly until: number;
}

const prefix = 'CREDENTIAL_';
const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Keys of backends, by name, whatever its case. The environment comes first, then the keychain. */
export class Credentials {
  readonly #environment: ReadonlyMap<string, string>;
  readonly #keychain: Keychain;
  readonly #index: CredentialIndex;
  readonly #cacheMs: number;
  readonly #now: () => number;
  readonly #learn: (secret: string) => void;
  readonly #uses: CredentialUses | undefined;
  readonly #cache = new Map<string, CachedSecret>();
  #stored: { readonly names: Promise<readonly string[]>; readonly until: number } | undefined;
  readonly #changed = new Emitter<undefined>();

  constructor(options: CredentialsOptions) {
    this.#environment = credentialsOf(options.env);
    this.#keychain = options.keychain;
    this.#index = options.index;
    this.#cacheMs = options.cacheMs ?? 30_000;
    this.#now = options.now ?? (() => performance.now());
    this.#learn = options.learn ?? (() => undefined);
    this.#uses = options.uses;
    for (const secret of this.#environment.values()) this.#learn(secret);
  }

  /** Rejects with `credential-missing` or `keychain-unavailable`. */
  async resolve(name: string): Promise<string> {
    const key = canonical(name);
    const secret = await this.#find(key);
    this.#uses?.used(key);
    return secret;
  }

  /**
   * Undefined when nobody set it. Then the keychain is not even asked: on a desktop without a keyring that
   * would open a window for a new one's password, for a key that is not needed.
   */
  async resolveOptional(name: string): Promise<string | undefined> {
    const key = canonical(name);
    if (!this.#environment.has(key) && !(await this.#storedNames()).includes(key)) return undefined;
    return this.resolve(key).catch((error: unknown) => {
      if (error instanceof GatewayError && error.code === 'credential-missing') return undefined;
      throw error;
    });
  }

  #storedNames(): Promise<readonly string[]> {
    const now = this.#now();
    if (this.#stored === undefined || this.#stored.until <= now)
      this.#stored = { names: this.#index.names(), until: now + this.#cacheMs };
    return this.#stored.names;
  }

  async #find(key: string): Promise<string> {
    const fromEnvironment = this.#environment.get(key);
    if (fromEnvironment !== undefined) return fromEnvironment;
    const cached = this.#cache.get(key);
    if (cached !== undefined && cached.until > this.#now()) return cached.secret;
    const entry = { secret: this.#fromKeychain(key), until: this.#now() + this.#cacheMs };
    this.#cache.set(key, entry);
    entry.secret.catch(() => {
      if (this.#cache.get(key) === entry) this.#cache.delete(key);
    });
    return entry.secret;
  }

  /** Names only; a key never leaves through here. */
  async list(): Promise<readonly CredentialInfo[]> {
    const stored = (await this.#index.names()).filter((name) => !this.#environment.has(name));
    const uses = await this.#uses?.all();
    const info = (name: string, source: CredentialInfo['source']): CredentialInfo => ({
      name,
      source,
      uses: uses?.get(name)?.count ?? 0,
      lastUsedAt: uses?.get(name)?.lastAt ?? null,
    });
    return [
      ...[...this.#environment.keys()].map((name) => info(name, 'environment')),
      ...stored.map((name) => info(name, 'keychain')),
    ].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async set(name: string, secret: string): Promise<void> {
    const key = canonical(name);
    // A pasted key often brings its line end along, which no HTTP header may hold.
    const trimmed = secret.trim();
    if (trimmed === '') {
      throw new GatewayError(
        'invalid-arguments',
        `Credential "${key}" needs a key: it was empty; type it, or give it on stdin`,
      );
    }
    this.#learn(trimmed);
    await this.#keychain.set(key, trimmed).catch((error: unknown) => {
      throw withVariable(error, key, 'kept');
    });
    await this.#index.add(key);
    this.#drop(key);
  }

  /** The same key under a second name; the first step of a new name. */
  async copy(from: string, to: string): Promise<void> {
    const [key, target] = [canonical(from), canonical(to)];
    const known = await this.list();
    const source = known.find(({ name }) => name === key)?.source;
    if (source === undefined)
      throw new GatewayError(
        'credential-missing',
        `There is no credential "${key}" to rename; "toolmesh secrets" lists them`,
      );
    if (source === 'environment')
      throw new GatewayError(
        'invalid-arguments',
        `Credential "${key}" comes from the environment; rename the variable ${prefix}${key} there`,
      );
    if (known.some(({ name }) => name === target))
      throw new GatewayError(
        'invalid-arguments',
        `There is a credential "${target}" already; choose another name, or remove it first`,
      );
    await this.set(target, await this.#fromKeychain(key));
  }

  /** Another process may have changed it. */
  forget(name: string): void {
    this.#drop(canonical(name));
  }

  async remove(name: string): Promise<void> {
    const key = canonical(name);
    await this.#keychain.remove(key);
    await this.#index.remove(key);
    this.#drop(key);
  }

  #drop(key: string): void {
    this.#cache.delete(key);
    this.#stored = undefined;
    this.#changed.emit(undefined);
  }

  /** A key was set or removed here; what another process does is not heard. */
  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  status(): Promise<KeychainStatus> {
    return this.#keychain.status();
  }

  async #fromKeychain(key: string): Promise<string> {
    const secret = await this.#keychain.get(key).catch((error: unknown) => {
      throw withVariable(error, key, 'read');
    });
    if (secret !== undefined) {
      this.#learn(secret);
      return secret;
    }
    throw new GatewayError(
      'credential-missing',
      `Credential "${key}" is not set: run "toolmesh secrets set ${key}", or set ${prefix}${key} in ToolMesh's environment`,
      { data: { credential: key, variable: `${prefix}${key}` } },
    );
  }
}

function canonical(name: string): string {
  if (namePattern.test(name)) return name.toUpperCase();
  // The name is not quoted: the common slip is to put the key itself in its place.
  throw new GatewayError(
    'invalid-arguments',
    "A credential's name may hold letters, digits and underscores only, like NETDATA_API_KEY: give the name, not the key",
  );
}

function credentialsOf(env: CredentialsOptions['env']): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [variable, value] of Object.entries(env)) {
    const upper = variable.toUpperCase();
    const isSet = value !== undefined && value !== '';
    if (isSet && upper.startsWith(prefix)) found.set(upper.slice(prefix.length), value);
  }
  return found;
}

/** Says which credential could not be read or kept, and the way that needs no keychain. */
function withVariable(error: unknown, key: string, done: 'read' | 'kept'): unknown {
  if (!(error instanceof KeychainUnavailable)) return error;
  return new GatewayError(
    'keychain-unavailable',
    `Credential "${key}" could not be ${done}. ${error.message}, or set ${prefix}${key} in ToolMesh's environment`,
    { data: { credential: key, variable: `${prefix}${key}`, fault: error.fault } },
  );
}
