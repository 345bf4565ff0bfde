import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../build/icons/', import.meta.url));

test('every drawing has PNGs made from its present state', () => {
  const drawings = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  const digests = drawings.map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex'),
  ]);
  const rasterised: unknown = JSON.parse(
    readFileSync(path.join(folder, 'rasterised.json'), 'utf8'),
  );

  expect(rasterised, 'run "node build/icons/rasterise.mjs" and commit the result').toEqual(
    Object.fromEntries(digests),
  );
});

test('every tray state has an icon for every platform', () => {
  const kinds = ['Template', '-on-light-16', '-on-dark-16', '-on-light-22', '-on-dark-22'];
  const wanted = ['ok', 'attention', 'paused'].flatMap((state) =>
    kinds.flatMap((kind) => [`tray-${state}${kind}.png`, `tray-${state}${kind}@2x.png`]),
  );

  expect(wanted.filter((name) => !existsSync(path.join(folder, 'png', name)))).toEqual([]);
});
