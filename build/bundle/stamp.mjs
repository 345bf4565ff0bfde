// A part is rebuilt only when a file it was made of has changed; tests build before every run.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { outDir, root } from './places.mjs';

const stampDir = path.join(outDir, '.stamps');

const digest = (data) => createHash('sha256').update(data).digest('hex').slice(0, 20);

const digestOf = (file) => {
  const absolute = path.join(root, file);
  return existsSync(absolute) ? digest(readFileSync(absolute)) : 'gone';
};

/** What every part depends on: the lockfile, the build scripts and the Svelte options. */
function recipeDigest() {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const scripts = readdirSync(folder).map((name) => path.relative(root, path.join(folder, name)));
  return digest(['package-lock.json', 'svelte.config.js', ...scripts].map(digestOf).join());
}

/** The last build's stamp when nothing has changed since, else undefined. */
export function isFresh(part) {
  const file = path.join(stampDir, `${part}.json`);
  if (!existsSync(file)) return false;
  const stamp = JSON.parse(readFileSync(file, 'utf8'));
  return (
    stamp.recipe === recipeDigest() &&
    stamp.outputs.every((output) => existsSync(path.join(outDir, output))) &&
    Object.entries(stamp.inputs).every(([input, seen]) => digestOf(input) === seen)
  );
}

/** `inputs` are relative to the repository, `outputs` to `out/`. */
export function writeStamp(part, inputs, outputs) {
  mkdirSync(stampDir, { recursive: true });
  const stamp = {
    recipe: recipeDigest(),
    inputs: Object.fromEntries(inputs.map((input) => [input, digestOf(input)])),
    outputs,
  };
  writeFileSync(path.join(stampDir, `${part}.json`), JSON.stringify(stamp));
}
