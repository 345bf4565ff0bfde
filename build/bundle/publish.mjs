// Finished files move from the stage into `out/` one by one, so that a running program never meets half a bundle.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { outDir } from './places.mjs';

const staleAfterMs = 60 * 60 * 1000;

/** Returns the files, relative to `out/`; entries come last because they name their chunks. */
export function publish(stage) {
  const files = readdirSync(stage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(stage, path.join(entry.parentPath, entry.name)))
    .sort((a, b) => b.split(path.sep).length - a.split(path.sep).length);
  for (const file of files) {
    const target = path.join(outDir, file);
    mkdirSync(path.dirname(target), { recursive: true });
    renameSync(path.join(stage, file), target);
  }
  rmSync(stage, { recursive: true, force: true });
  return files.map((file) => file.split(path.sep).join('/'));
}

/**
 * Removes files no stamp names. A program started from an earlier build may still load one of its lazy
 * chunks, so young files stay, except for a package.
 */
export function sweep({ everything }) {
  const stampDir = path.join(outDir, '.stamps');
  if (!existsSync(stampDir)) return;
  const named = new Set(
    readdirSync(stampDir).flatMap(
      (name) => JSON.parse(readFileSync(path.join(stampDir, name), 'utf8')).outputs,
    ),
  );
  for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(outDir, file).split(path.sep).join('/');
    if (name.startsWith('.') || named.has(name)) continue;
    if (everything || Date.now() - statSync(file).mtimeMs > staleAfterMs) rmSync(file);
  }
}
