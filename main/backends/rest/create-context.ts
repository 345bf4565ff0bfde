import type { RestEntry } from '../../config/schema/backend-entry.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { createAuth } from './auth/create-auth.ts';
import { createCredentialReader, targetOf } from './auth/credential-reader.ts';
import { withOwnKey } from './auth/entry-credentials.ts';
import { Secrets } from './auth/secrets.ts';
import type { TokenCache } from './auth/token-cache.ts';
import type { Dadl } from './dadl/model.ts';
import type { FileStore } from './files/file-store.ts';
import { HttpClient } from './http/http-client.ts';
import type { Transformer } from './jq/transformer.ts';
import { isOwnHost } from './own-address.ts';
import { resolveBelow } from './request/build-url.ts';
import { resolveBase } from './resolve-base.ts';
import type { RestContext } from './rest-context.ts';

/** What REST backends share, whatever they describe. */
export interface RestWorld {
  /** Where composites run. */
  readonly sandbox: Sandbox;
  readonly transformer: Transformer;
  readonly files: FileStore;
  readonly tokens: TokenCache;
  /** Writes a rotated token; absent where nothing can be kept. */
  readonly storeCredential?: ((name: string, secret: string) => Promise<void>) | undefined;
  /** ToolMesh release whose files we understand. */
  readonly compatibleWith: string;
}

export interface ContextOptions {
  readonly entry: RestEntry;
  readonly dadl: Dadl;
  readonly world: RestWorld;
  readonly logger: Logger;
  readonly credential: (name: string) => Promise<string | undefined>;
}

const callMs = 120_000;

/** The sentence that says why there is none, when the entry and the file give no usable address. */
export function createContext(options: ContextOptions): RestContext | string {
  const { entry, dadl, world, credential } = options;
  const base = resolveBase({
    url: entry.url,
    baseUrl: dadl.baseUrl,
    allowPrivate: entry.allow_private_url,
  });
  if (typeof base === 'string') return base;
  const secrets = new Secrets();
  const http = new HttpClient({
    mayBePrivate: (url) => entry.allow_private_url && isOwnHost(base, url),
    skipsTls: (url) => entry.tls_skip_verify && isOwnHost(base, url),
  });
  const store = world.storeCredential;
  const auth = createAuth(withOwnKey(dadl.auth, entry.api_key_env), {
    backend: entry.name,
    http,
    read: createCredentialReader({ credential, renamed: entry.env, secrets }),
    // Where it was read, also when the entry calls it by another name.
    store: store && ((logical, secret) => store(targetOf(logical, entry.env), secret)),
    secrets,
    tokens: world.tokens,
    now: Date.now,
    resolve: (path) => resolveBelow(base, path),
  });
  const { timeout, streaming_timeout: streaming, blob_ttl: ttl } = entry.options;
  return {
    name: entry.name,
    dadl,
    base,
    http,
    fileHttp: new HttpClient({
      mayBePrivate: () => entry.allow_private_file_url,
      skipsTls: () => false,
    }),
    fileHosts: entry.file_url_allowed_hosts,
    files: world.files,
    auth,
    secrets,
    transformer: world.transformer,
    limits: {
      requestMs: timeout * 1000,
      streamingMs: streaming * 1000,
      callMs: Math.max(callMs, timeout * 1000),
      fileMs: ttl * 1000,
    },
    hold: { until: 0 },
    now: Date.now,
  };
}
