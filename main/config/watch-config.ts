import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { watch } from 'chokidar';
import { coalesce, type Unsubscribe } from '../platform/emitter.ts';
import type { Paths } from './paths.ts';

// Editors save in several steps (truncate, write, rename); one change is one reload.
const settleMs = 150;

// unit folder, its files, one directory of glue below
const unitDepth = 3;

/** Calls `onChange` after a burst of changes in the configuration, units included. */
export function watchConfig(paths: Paths, onChange: () => void): Unsubscribe {
  const changed = coalesce(onChange, settleMs);
  const files = [paths.backendsFile, paths.settingsFile, paths.callerClassesFile];
  const homes = [...new Set(files.map((file) => path.dirname(file)))];
  const folders = [paths.unitsFolder, paths.policiesFolder, paths.dadlFolder];
  // A file that is not there yet is seen only through its folder, and a folder only when it is there.
  for (const folder of [...homes, ...folders]) mkdirSync(folder, { recursive: true });
  const options = { ignoreInitial: true, followSymlinks: true };
  const watchers = [
    watch(homes, {
      ...options,
      depth: 0,
      ignored: (file) => !homes.includes(file) && !files.includes(file),
    }),
    watch(folders, {
      ...options,
      depth: unitDepth,
      ignored: (file) => /^(node_modules|\.git)$|\.tmp$/.test(path.basename(file)),
    }),
  ];
  for (const watcher of watchers) {
    watcher.on('all', () => {
      changed();
    });
    // What changed between the first reading and the first look of the watcher would stay unseen.
    watcher.once('ready', () => {
      changed();
    });
    // What cannot be watched still works; a restart applies what changed.
    watcher.on('error', () => undefined);
  }
  return () => {
    changed.cancel();
    for (const watcher of watchers) void watcher.close();
  };
}
