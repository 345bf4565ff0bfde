// Makes build/icons/png from the SVGs with rsvg-convert (librsvg): `node build/icons/rasterise.mjs` after a change
// of a drawing. The PNGs are committed, because no rasteriser with a licence we accept installs from npm alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const png = path.join(folder, 'png');
const source = (name) => readFileSync(path.join(folder, `${name}.svg`), 'utf8');

/** On Linux and Windows the glyph contrasts with the panel; what is inside a mask only cuts. */
const glyphColours = { 'on-light': '#191b20', 'on-dark': '#e9eaed' };

function recolour(svg, colour) {
  const parts = svg.split(/(<mask[\s\S]*?<\/mask>)/);
  return parts
    .map((part) => (part.startsWith('<mask') ? part : part.replaceAll('#000', colour)))
    .join('');
}

function render(svg, pixels, name) {
  const run = spawnSync('rsvg-convert', ['-w', String(pixels), '-h', String(pixels)], {
    input: svg,
  });
  if (run.status !== 0)
    throw new Error(`rsvg-convert failed for ${name}: ${run.error ?? run.stderr}`);
  writeFileSync(path.join(png, `${name}.png`), run.stdout);
}

rmSync(png, { recursive: true, force: true });
mkdirSync(png);
for (const state of ['ok', 'attention', 'paused']) {
  const [small, medium, large] = [16, 22, 32].map((size) => source(`tray-${state}-${size}`));
  // macOS recolours a template image itself and finds the @2x beside it by name.
  render(small, 16, `tray-${state}Template`);
  render(large, 32, `tray-${state}Template@2x`);
  for (const [theme, colour] of Object.entries(glyphColours)) {
    const name = `tray-${state}-${theme}`;
    render(recolour(small, colour), 16, `${name}-16`);
    render(recolour(medium, colour), 24, `${name}-16@1.5x`);
    render(recolour(large, colour), 32, `${name}-16@2x`);
    render(recolour(medium, colour), 22, `${name}-22`);
    render(recolour(medium, colour), 44, `${name}-22@2x`);
  }
}
render(source('app-512'), 512, 'app-512');
render(source('app-512'), 1024, 'app-1024');

// Renderers differ from version to version, so what is compared is the drawing each PNG was made from.
const drawings = readdirSync(folder)
  .filter((name) => name.endsWith('.svg'))
  .sort();
const digests = drawings.map((name) => [
  name,
  createHash('sha256')
    .update(readFileSync(path.join(folder, name)))
    .digest('hex'),
]);
writeFileSync(
  path.join(folder, 'rasterised.json'),
  `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`,
);
