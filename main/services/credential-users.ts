import { entryCredentials } from '../backends/rest/auth/entry-credentials.ts';
import type { EffectiveConfig } from '../config/config-store.ts';
import type { BackendEntry } from '../config/schema/backend-entry.ts';

export interface CredentialUser {
  /** Of the credential, in upper case. */
  readonly name: string;
  /** `github`, `netdata / nd`. */
  readonly user: string;
  /** It also works without. */
  readonly isOptional: boolean;
  /** Who else goes by this name, so that the entry cannot have another: a file's author, a child's program. */
  readonly fixedBy: 'dadl' | 'program' | undefined;
}

/** Every backend that uses a credential, those of units that are switched off included. */
export function credentialUsers({
  backends,
  units,
}: Pick<EffectiveConfig, 'backends' | 'units'>): readonly CredentialUser[] {
  return [
    ...backends.flatMap((entry) => usesOf(entry, entry.name)),
    ...units.flatMap((unit) =>
      unit.backends.flatMap((entry) => usesOf(entry, `${unit.name} / ${entry.name}`)),
    ),
  ];
}

function usesOf(entry: BackendEntry, user: string): readonly CredentialUser[] {
  const { api_key_env: key, api_key_optional: isOptional } = entry;
  const secret = entry.transport === 'http' ? entry.oauth?.client_secret_env : undefined;
  const inEntry = [key, secret].flatMap((name) => name?.toUpperCase() ?? []);
  const inFile = entry.transport === 'rest' ? entryCredentials(entry) : [];
  const renamed = 'dadl' in entry ? Object.values(entry.env) : [];
  const isOurs = (name: string): boolean =>
    inEntry.includes(name) ||
    renamed.some((target) => target.replace(/^CREDENTIAL_/, '').toUpperCase() === name);
  return [...new Set([...inEntry, ...inFile.map((name) => name.toUpperCase())])].map((name) => ({
    name,
    user,
    // A request of a DADL file is sent without a key that is not there, as its author expects.
    isOptional: isOptional || !inEntry.includes(name),
    fixedBy: entry.transport === 'stdio' ? 'program' : isOurs(name) ? undefined : 'dadl',
  }));
}
