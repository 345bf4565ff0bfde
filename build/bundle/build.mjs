// `npm run build`: everything in `out/`. `--clean` leaves nothing of earlier builds there.
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { withLock } from '../lock.mjs';
import { parts } from './parts.mjs';
import { outDir } from './places.mjs';
import { publish, sweep } from './publish.mjs';
import { isFresh, writeStamp } from './stamp.mjs';

// A test runner starts this with NODE_ENV=test, and Svelte would ship its checks for developers: 331 KB of
// script in place of 269.
process.env.NODE_ENV = 'production';

async function buildPart(part) {
  if (isFresh(part.name)) return true;
  const started = Date.now();
  const stage = path.join(outDir, '.stage', part.name);
  mkdirSync(stage, { recursive: true });
  try {
    const inputs = await part.build(part.entry, stage);
    const outputs = publish(stage);
    if (part.name === 'cli') chmodSync(path.join(outDir, 'cli.mjs'), 0o755);
    writeStamp(part.name, inputs, outputs);
    console.log(`build: ${part.name} (${Date.now() - started} ms)`);
    return true;
  } catch (error) {
    const why = stripVTControlCharacters(error.message);
    console.error(`build: ${part.name} failed, its last good build stays\n${why}`);
    return false;
  }
}

const isClean = process.argv.includes('--clean');
const hasWork = isClean || parts.some((part) => !isFresh(part.name));
if (hasWork) {
  await withLock(path.join(outDir, '.lock'), async () => {
    for (const part of parts) if (!(await buildPart(part))) process.exitCode = 1;
    sweep({ everything: isClean });
  });
}
