// Notes which files of ours went into a bundle; packages are covered by the lockfile.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';

export function recordInputs() {
  const seen = new Set();
  return {
    plugin: {
      name: 'record-inputs',
      buildEnd() {
        for (const id of this.getModuleIds()) seen.add(id.split('?')[0]);
      },
    },
    files: () =>
      [...seen]
        .filter(
          (file) => path.isAbsolute(file) && !file.includes('node_modules') && existsSync(file),
        )
        .map((file) => path.relative(root, file)),
  };
}
