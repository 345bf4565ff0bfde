// Tokens of clients that come by HTTP. A token is shown once, when it is made; the file has its hash only.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { GatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';

const storedToken = z.strictObject({
  name: z.string(),
  client: z.string(),
  roles: z.array(z.string()),
  /** SHA-256 of the token: of 256 random bits nothing can be guessed, so it needs no salt. */
  hash: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
});
const tokensFile = z.strictObject({ tokens: z.array(storedToken) });
type StoredToken = z.infer<typeof storedToken>;
/** What may be shown of a token. */
export type TokenInfo = Omit<StoredToken, 'hash'>;

export interface NewToken {
  /** Becomes the user of its calls. */
  readonly name: string;
  /** Label by which caller-classes.yaml knows the client; the name unless told. */
  readonly client?: string | undefined;
  readonly roles?: readonly string[] | undefined;
}

// Names are user ids of the grants, where ":", "#" and "*" mean something.
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;
const prefix = 'tm_';

export class TokenStore {
  readonly #file: string;
  readonly #now: () => number;
  #read: { readonly stamp: string; readonly tokens: readonly StoredToken[] } | undefined;

  constructor(file: string, now: () => number) {
    this.#file = file;
    this.#now = now;
  }

  async list(): Promise<readonly TokenInfo[]> {
    return (await this.#tokens()).map(toInfo);
  }

  /** Resolves with the token, which nobody can read again later. */
  async create({ name, client = name, roles = [] }: NewToken): Promise<string> {
    for (const each of [name, client, ...roles]) refuseName(each);
    const tokens = await this.#tokens();
    if (tokens.some((known) => known.name === name)) {
      const message = `There is a token "${name}" already; revoke it first, or choose another name`;
      throw new GatewayError('invalid-arguments', message);
    }
    const token = `${prefix}${randomBytes(32).toString('base64url')}`;
    const made = { name, client, roles: [...roles], hash: hashOf(token), createdAt: this.#now() };
    await this.#write([...tokens, made]);
    return token;
  }

  async revoke(name: string): Promise<void> {
    const tokens = await this.#tokens();
    const rest = tokens.filter((known) => known.name !== name);
    if (rest.length === tokens.length) {
      const hint = nearestHint(
        name,
        tokens.map((known) => known.name),
      );
      throw new GatewayError(
        'invalid-arguments',
        `There is no token "${name}"${hint || '; "toolmesh tokens" lists them'}`,
      );
    }
    await this.#write(rest);
  }

  /** Whose token it is; undefined for one that was never made or is revoked. */
  async find(token: string): Promise<TokenInfo | undefined> {
    // Compared as hashes: how long a comparison takes says nothing about the token.
    const hash = hashOf(token);
    const found = (await this.#tokens()).find((known) => known.hash === hash);
    return found && toInfo(found);
  }

  /** Read again after each change: `toolmesh tokens` is another process. */
  async #tokens(): Promise<readonly StoredToken[]> {
    const found = await stat(this.#file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    if (found === undefined) return [];
    const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
    if (this.#read?.stamp !== stamp) {
      this.#read = { stamp, tokens: parse(this.#file, await readFile(this.#file, 'utf8')) };
    }
    return this.#read.tokens;
  }

  async #write(tokens: readonly StoredToken[]): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(this.#file, `${JSON.stringify({ tokens }, null, 2)}\n`, 0o600);
    this.#read = undefined;
  }
}

function parse(file: string, text: string): readonly StoredToken[] {
  try {
    return tokensFile.parse(JSON.parse(text)).tokens;
  } catch (cause) {
    const message = `Token file "${file}" cannot be read; delete it and make the tokens again`;
    throw new GatewayError('config-invalid', message, { cause });
  }
}

function refuseName(name: string): void {
  if (namePattern.test(name)) return;
  throw new GatewayError(
    'invalid-arguments',
    `A token's name, client or role has 1 to 64 letters, digits, ".", "_", "@" or "-", got "${name.slice(0, 80)}"`,
  );
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function toInfo({ hash: _hash, ...info }: StoredToken): TokenInfo {
  return info;
}
