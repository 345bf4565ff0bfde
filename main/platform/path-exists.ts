import { stat } from 'node:fs/promises';

/** Whether something is there and can be seen; a link counts by its target. */
export function pathExists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
