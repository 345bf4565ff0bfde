import type { EffectiveConfig } from '../config/config-store.ts';
import type { BackendEntry } from '../config/schema/backend-entry.ts';
import type { CredentialServices } from '../contract/credential-services.ts';
import type { GatewayParts } from './run-gateway.ts';

type Parts = Pick<GatewayParts, 'config' | 'credentials'>;

export interface CredentialUse {
  readonly name: string;
  readonly user: string;
  readonly isOptional: boolean;
}

/** Names, places and uses of keys; a key itself only ever goes in. */
export function createCredentialServices({ config, credentials }: Parts): CredentialServices {
  return {
    credentials: async () => {
      const uses = credentialUses(config.current);
      const known = await credentials.list();
      const status = await credentials.status();
      const missing = [...new Set(uses.map(({ name }) => name))]
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
            const own = uses.filter((use) => use.name === name);
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
    setCredential: (name, secret) => credentials.set(name, secret),
    removeCredential: (name) => credentials.remove(name),
  };
}

/** What the configuration names, whether it is there or not. */
export function credentialUses({
  backends,
  units,
}: Pick<EffectiveConfig, 'backends' | 'units'>): readonly CredentialUse[] {
  return [
    ...backends.flatMap((entry) => useOf(entry, entry.name)),
    ...units.flatMap((unit) =>
      unit.backends.flatMap((entry) => useOf(entry, `${unit.name} / ${entry.name}`)),
    ),
  ];
}

function useOf(
  { api_key_env: name, api_key_optional }: BackendEntry,
  user: string,
): CredentialUse[] {
  return name === undefined
    ? []
    : [{ name: name.toUpperCase(), user, isOptional: api_key_optional }];
}
