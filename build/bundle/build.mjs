// `npm run build`: everything in `out/`. `--clean` leaves nothing of earlier builds there.
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { withLock } from '../lock.mjs';
import { parts } from './parts.mjs';
import { outDir, root } from './places.mjs';
import { publish, sweep } from './publish.mjs';
import { isFresh, writeStamp } from './stamp.mjs';

async function buildPart(part) {
  if (!existsSync(path.join(root, part.entry))) {
    console.log(`build: skipped ${part.name}, there is no ${part.entry}`);
    return true;
  }
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
const wanted = parts.filter((part) => existsSync(path.join(root, part.entry)));
const hasWork = isClean || wanted.some((part) => !isFresh(part.name));
if (hasWork) {
  await withLock(path.join(outDir, '.lock'), async () => {
    for (const part of parts) if (!(await buildPart(part))) process.exitCode = 1;
    sweep({ everything: isClean });
  });
}
