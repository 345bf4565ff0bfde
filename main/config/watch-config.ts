import { watch } from 'chokidar';
import path from 'node:path';
import { coalesce, type Unsubscribe } from '../platform/emitter.ts';
import type { Paths } from './paths.ts';

// Editors save in several steps (truncate, write, rename); one change is one reload.
const settleMs = 150;

/** Calls `onChange` after a burst of changes in the configuration, units included. */
export function watchConfig(paths: Paths, onChange: () => void): Unsubscribe {
  const changed = coalesce(onChange, settleMs);
  const watcher = watch(
    [paths.unitsFolder, paths.backendsFile, paths.settingsFile, paths.callerClassesFile],
    {
      ignoreInitial: true,
      followSymlinks: true,
      // unit folder, its files, one directory of glue below
      depth: 3,
      ignored: (file) => /node_modules|\.git$|\.tmp$/.test(path.basename(file)),
    },
  );
  watcher.on('all', () => {
    changed();
  });
  // A folder that cannot be watched still works; a restart applies what changed.
  watcher.on('error', () => undefined);
  return () => {
    changed.cancel();
    void watcher.close();
  };
}
