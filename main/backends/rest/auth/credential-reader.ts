import { toCredentialName } from './auth.ts';
import type { Secrets } from './secrets.ts';

/** A secret by DADL's logical name; undefined when there is none. */
export type ReadCredential = (logical: string) => Promise<string | undefined>;

export interface CredentialReaderOptions {
  /** Our store: never rejects for what is not there. */
  readonly credential: (name: string) => Promise<string | undefined>;
  /** The deployment's own names, `CREDENTIAL_X` → name; an empty one counts as not found. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly secrets: Secrets;
}

/** Every value read is remembered, to be kept out of texts. */
export function createCredentialReader(options: CredentialReaderOptions): ReadCredential {
  const { credential, renamed, secrets } = options;
  return async (logical) => {
    const target = targetOf(logical, renamed);
    if (target === '') return undefined;
    const value = await credential(target);
    if (value === undefined || value === '') return undefined;
    secrets.add(value);
    return value;
  };
}

/** The name of our credential; empty where the deployment says there is none. */
export function targetOf(logical: string, renamed: Readonly<Record<string, string>>): string {
  const name = toCredentialName(logical);
  const variable = `CREDENTIAL_${name}`;
  const target = Object.hasOwn(renamed, variable) ? (renamed[variable] ?? '') : name;
  return target.replace(/^CREDENTIAL_/, '');
}
