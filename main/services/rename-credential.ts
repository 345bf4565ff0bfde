import type { ConfigStore } from '../config/config-store.ts';
import { editCredentialName } from '../config/edit-credential-name.ts';
import { editFile } from '../config/edit-files.ts';
import type { CredentialUses } from '../gateway/credentials/credential-uses.ts';
import type { Credentials } from '../gateway/credentials/credentials.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { credentialUsers, type CredentialUser } from './credential-users.ts';

export interface RenameWorld {
  readonly config: Pick<ConfigStore, 'current' | 'reload'>;
  readonly credentials: Credentials;
  readonly uses: CredentialUses;
  readonly backendsFile: string;
}

/**
 * Gives a credential another name, in the keychain and in every entry that names it. The old one goes last:
 * whatever fails before leaves everything working as it was.
 */
export async function renameCredential(
  world: RenameWorld,
  oldName: string,
  newName: string,
): Promise<void> {
  const { config, credentials, uses } = world;
  const [from, to] = [oldName.toUpperCase(), newName.toUpperCase()];
  const usersNow = () => credentialUsers(config.current).filter(({ name }) => name === from);
  refuseFixed(usersNow(), from, to);
  await credentials.copy(from, to);
  const files = [world.backendsFile, ...config.current.units.map(({ file }) => file)];
  const edits: { readonly file: string; readonly before: string; readonly after: string }[] = [];
  const undo = async (): Promise<void> => {
    for (const { file, before, after } of edits)
      await editFile(file, (text) => (text === after ? before : text));
    await credentials.remove(to);
    await config.reload();
  };
  try {
    for (const file of files)
      await editFile(file, (before) => {
        const after = editCredentialName(before, from, to);
        edits.push({ file, before, after });
        return after;
      });
    await config.reload();
    const left = usersNow()[0];
    if (left !== undefined)
      throw new GatewayError(
        'config-invalid',
        `"${left.user}" names "${from}" in a way that cannot be edited; change it by hand`,
      );
  } catch (error) {
    await undo();
    throw error;
  }
  await uses.rename(from, to);
  await credentials.remove(from);
}

function refuseFixed(users: readonly CredentialUser[], from: string, to: string): void {
  const fixed = users.find(({ fixedBy }) => fixedBy !== undefined);
  if (fixed === undefined) return;
  throw new GatewayError(
    'invalid-arguments',
    fixed.fixedBy === 'program'
      ? `The program of "${fixed.user}" reads its key from the variable "${from}", so the credential keeps that name`
      : `Credential "${from}" is named in the DADL file of "${fixed.user}"; say under env in its entry which name it has here (CREDENTIAL_${from}: ${to})`,
  );
}
