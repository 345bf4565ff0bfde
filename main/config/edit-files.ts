import { readFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { GatewayError } from '../platform/gateway-error.ts';
import { writeFileAtomic } from '../platform/write-file-atomic.ts';
import { editList } from './edit-list.ts';
import { editValue, type KeyPath, type Scalar } from './edit-value.ts';

/** Promotes or demotes a tool in the unit's own file. */
export async function editPromoted(
  unitFile: string,
  tool: string,
  promoted: boolean,
): Promise<void> {
  await editFile(unitFile, (text) =>
    editList(text, ['expose', 'tools'], promoted ? { add: tool } : { remove: tool }),
  );
}

/** Switches a unit on or off in settings.yaml, which is made when it is not there. */
export async function editDisabled(
  settingsFile: string,
  unit: string,
  disabled: boolean,
): Promise<void> {
  await editFile(settingsFile, (text) =>
    editList(text, ['units', 'disabled'], disabled ? { add: unit } : { remove: unit }),
  );
}

/** Sets one value of settings.yaml, which is made when it is not there. */
export async function editSetting(
  settingsFile: string,
  path: KeyPath,
  value: Scalar,
): Promise<void> {
  await editFile(settingsFile, (text) => editValue(text, path, value));
}

/** Writes what `change` makes of a file's text, unless somebody else wrote it in between. */
export async function editFile(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  let after: string;
  try {
    after = change(before);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GatewayError('config-invalid', `${file}: ${reason}`, { cause: error });
  }
  if (after === before) return;
  await mkdir(path.dirname(file), { recursive: true });
  // An editor may have saved in between; its text wins and the user sees why nothing happened.
  const now = await readFile(file, 'utf8').catch(() => '');
  if (now !== before) {
    throw new GatewayError(
      'config-invalid',
      `${file} changed while it was being edited; try again`,
    );
  }
  await writeFileAtomic(file, after);
}
