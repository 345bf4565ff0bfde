import { realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * The AppImage that holds `file`. Its unpacked copy, where `file` is, lies in another folder at each start and is gone
 * after the exit; the image itself stays. Both variables are also inherited by what another AppImage has started.
 */
export function ownAppImage(
  env: Readonly<Record<string, string | undefined>>,
  file: string,
): string | undefined {
  const { APPIMAGE: image = '', APPDIR: folder = '' } = env;
  if (image === '' || folder === '') return undefined;
  return [folder, resolved(folder)].some((one) => file.startsWith(one + path.sep))
    ? image
    : undefined;
}

function resolved(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
