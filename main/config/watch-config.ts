import { mkdirSync, readdirSync, statSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { watch, type FSWatcher } from 'chokidar';
import { coalesce, type Unsubscribe } from '../platform/emitter.ts';
import type { Paths } from './paths.ts';

// Editors save in several steps (truncate, write, rename); one change is one reload.
const settleMs = 150;

/** How often a folder that was taken away is looked for: nothing tells of its return. */
const returnMs = 500;
const nowhere = 'nowhere';

// unit folder, its files, one directory of glue below
const unitDepth = 3;

/** Calls `onChange` after a burst of changes in the configuration, units included. */
export function watchConfig(paths: Paths, onChange: () => void): Unsubscribe {
  const { unitsFolder, policiesFolder, dadlFolder } = paths;
  const files = [paths.backendsFile, paths.settingsFile, paths.callerClassesFile];
  const homes = [...new Set(files.map((file) => path.dirname(file)))];
  const folders = [unitsFolder, policiesFolder, dadlFolder];
  const roots = [...homes, ...folders];
  let watchers: readonly FSWatcher[] = [];
  let watched = '';
  let isClosed = false;
  let returning: NodeJS.Timeout | undefined;
  const changed = coalesce(onChange, settleMs);
  const moved = coalesce(lookAgain, settleMs);

  function open(): void {
    watched = identityOf(roots, unitsFolder).key;
    const options = { ignoreInitial: true, followSymlinks: true };
    watchers = [
      watch(homes, {
        ...options,
        depth: 0,
        ignored: (file) => !homes.includes(file) && !files.includes(file),
      }),
      watch(folders, {
        ...options,
        depth: unitDepth,
        ignored: (file) => isIgnored(path.basename(file)),
      }),
    ];
    for (const watcher of watchers) {
      watcher.on('all', () => {
        changed();
      });
      watcher.on('raw', () => {
        moved();
      });
      // What changed between the first reading and the first look of the watcher would stay unseen.
      watcher.once('ready', () => {
        changed();
        moved();
      });
      // What cannot be watched still works; a restart applies what changed.
      watcher.on('error', () => undefined);
    }
  }

  function close(): void {
    for (const watcher of watchers) {
      // chokidar 4.0.3 looks after what was taken away once more when it is closed already, and then watches
      // the folder above by its own `add`, which opens it anew: that watch kept the process alive.
      watcher.add = () => watcher;
      void watcher.close();
    }
    watchers = [];
  }

  /** A folder that was moved away and back, or a link that points elsewhere, is watched no longer. */
  function lookAgain(): void {
    if (isClosed) return;
    const now = identityOf(roots, unitsFolder);
    clearTimeout(returning);
    if (!now.isWhole) returning = setTimeout(lookAgain, returnMs).unref();
    if (now.key === watched) return;
    close();
    open();
  }

  // A file that is not there yet is seen only through its folder, and a folder only when it is there.
  for (const root of roots) mkdirSync(root, { recursive: true });
  open();
  return () => {
    isClosed = true;
    changed.cancel();
    moved.cancel();
    clearTimeout(returning);
    // chokidar 4 forgets a watch that it has opened in the same turn, and that keeps the process alive.
    setImmediate(close);
  };
}

interface Identity {
  /** Equal while the same folders stand at the same paths. */
  readonly key: string;
  /** False while one of them is missing or a link leads nowhere. */
  readonly isWhole: boolean;
}

function identityOf(roots: readonly string[], unitsFolder: string): Identity {
  const marks = [...roots.map(markOf), ...marksBelow(unitsFolder, 2)];
  return { key: marks.join('\n'), isWhole: !marks.some((mark) => mark.endsWith(nowhere)) };
}

/** The folders that may hold glue, so many levels down. */
function marksBelow(folder: string, levels: number): readonly string[] {
  if (levels === 0) return [];
  return entriesOf(folder).flatMap((entry) => {
    if (!(entry.isDirectory() || entry.isSymbolicLink()) || isIgnored(entry.name)) return [];
    const inner = path.join(folder, entry.name);
    return [markOf(inner), ...marksBelow(inner, levels - 1)];
  });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function markOf(folder: string): string {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    return `${folder} ${dev}:${ino}`;
  } catch {
    return `${folder} ${nowhere}`;
  }
}

function isIgnored(name: string): boolean {
  // Emacs keeps a dangling link ".#file" beside every file it has changed.
  return /^(node_modules|\.git)$|^\.#|\.tmp$/.test(name);
}
