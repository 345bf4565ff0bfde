import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { LoginWorld } from '../backends/mcp-http/oauth/backend-login.ts';
import type { Paths } from '../config/paths.ts';
import { CredentialIndex } from '../gateway/credentials/credential-index.ts';
import type { Keychain } from '../gateway/credentials/keychain.ts';
import { LoginVault } from '../gateway/credentials/login-vault.ts';
import { lockFile } from '../platform/file-lock.ts';
import type { OpenBrowser } from '../platform/open-browser.ts';

/** Logins to backends: kept in the keychain, one at a time per backend over all processes. */
export function openLoginWorld(
  { dataFolder }: Paths,
  keychain: Keychain,
  openBrowser: OpenBrowser,
  learn: (secret: string) => void,
): LoginWorld {
  return {
    vault: new LoginVault(keychain, new CredentialIndex(path.join(dataFolder, 'logins.json'))),
    openBrowser,
    lock: async (key) => {
      await mkdir(dataFolder, { recursive: true, mode: 0o700 });
      return lockFile(path.join(dataFolder, `login-${key}.lock`));
    },
    learn,
    now: Date.now,
  };
}
