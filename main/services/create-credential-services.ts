import type { CredentialServices } from '../contract/credential-services.ts';
import { announceKey } from './announce-key.ts';
import { credentialUsers } from './credential-users.ts';
import { renameCredential } from './rename-credential.ts';
import type { GatewayParts } from './run-gateway.ts';

type Parts = Pick<GatewayParts, 'config' | 'credentials' | 'credentialUses' | 'registry'>;

/** Names, places and uses of keys; a key itself only ever goes in. */
export function createCredentialServices(parts: Parts, backendsFile: string): CredentialServices {
  const { config, credentials, credentialUses: uses } = parts;
  return {
    credentials: async () => {
      const users = credentialUsers(config.current);
      const known = await credentials.list();
      const status = await credentials.status();
      const missing = [...new Set(users.map(({ name }) => name))]
        .filter((name) => !known.some((one) => one.name === name))
        .map((name) => ({ name, source: 'missing' as const, uses: 0, lastUsedAt: null }));
      return {
        keychain: {
          isReady: status.kind === 'ready',
          message: status.kind === 'ready' ? '' : status.message,
        },
        list: [...known, ...missing]
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .map(({ name, source, uses: count, lastUsedAt }) => {
            const own = users.filter((use) => use.name === name);
            return {
              name,
              source,
              isOptional: own.every(({ isOptional }) => isOptional),
              usedBy: own.map(({ user }) => user),
              ...(source !== 'missing' && { uses: count }),
              ...(lastUsedAt !== null && { lastUsedAt }),
            };
          }),
      };
    },
    setCredential: async (name, secret) => {
      await credentials.set(name, secret);
      announceKey(parts, name);
    },
    renameCredential: (from, to) =>
      renameCredential({ config, credentials, uses, backendsFile }, from, to),
    removeCredential: (name) => credentials.remove(name),
  };
}
