// Bundles for Node and Electron: one file per entry, lazy parts in `chunks/`.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build } from 'vite';
import { recordInputs } from './inputs.mjs';
import { root } from './places.mjs';

/** Electron's own module, and the two packages that are shipped whole: an addon and a .wasm beside its script. */
const external = [
  /^electron($|\/)/,
  /\.node$/,
  'keytar',
  'node-sqlite3-wasm',
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

const formats = {
  /** Chunks are named after their entry: two bundles never share or overwrite one. */
  esm: (name) => ({
    format: 'es',
    entryFileNames: `${name}.mjs`,
    chunkFileNames: `chunks/${name}-[name]-[hash].mjs`,
  }),
  /** A sandboxed preload must be one CommonJS file; the sandbox host is one to start fast. */
  cjs: (name) => ({ format: 'cjs', entryFileNames: `${name}.cjs`, codeSplitting: false }),
};

function shebang(entry, isExecutable) {
  const hasOwn = readFileSync(path.join(root, entry), 'utf8').startsWith('#!');
  if (!isExecutable || hasOwn) return {};
  return { banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : '') };
}

/** Returns the input files, relative to the repository. */
export async function bundleForNode({ entry, name, format, target, stage, isExecutable = false }) {
  const inputs = recordInputs();
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [inputs.plugin],
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      target,
      outDir: stage,
      emptyOutDir: true,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        external,
        output: { ...formats[format](name), ...shebang(entry, isExecutable) },
      },
    },
  });
  return inputs.files();
}
