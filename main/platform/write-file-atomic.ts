import { randomUUID } from 'node:crypto';
import { chmod, rename, rm, stat, writeFile } from 'node:fs/promises';
import { realpath } from 'node:fs/promises';

/**
 * Replaces a file's content by a rename, so that a reader sees the old or the new text and nothing
 * between. A link is followed and stays a link; the mode is kept; a new file gets `mode`.
 */
export async function writeFileAtomic(file: string, text: string, mode = 0o644): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const kept = await stat(target).then(
    (found) => found.mode & 0o777,
    () => mode,
  );
  const temporary = `${target}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await writeFile(temporary, text, { mode: kept, flag: 'wx' });
    await chmod(temporary, kept);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
