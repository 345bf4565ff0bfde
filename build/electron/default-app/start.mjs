// What `electron <folder>` runs first: finds the app in the arguments and starts it. Packed as default_app.asar.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron/main';

function parseArguments(args) {
  const preload = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index];
    if (argument === '-r' || argument === '--require') preload.push(args[(index += 1)]);
    else if (!argument.startsWith('-')) return { preload, target: argument };
    else if (argument === '-v' || argument === '--version') return { preload, isVersion: true };
  }
  return { preload };
}

function adoptManifest(folder) {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return;
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  if (manifest.version) app.setVersion(manifest.version);
  app.name = manifest.productName ?? manifest.name ?? app.name;
  app.setDesktopName?.(manifest.desktopName ?? `${app.name}.desktop`);
  app.setAppPath(folder);
}

const { preload, target, isVersion } = parseArguments(process.argv.slice(1));
if (isVersion) {
  console.log(`v${process.versions.electron}`);
  process.exit(0);
}
if (target === undefined) {
  console.error('Usage: electron [options] <folder of an app>');
  process.exit(1);
}
const folder = path.resolve(target);
const requireFrom = createRequire(path.join(folder, 'package.json'));
// Playwright passes its loader here and waits for it before the app may start.
for (const file of preload) requireFrom(path.resolve(file));
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
try {
  adoptManifest(folder);
  // Awaited, so that 'ready' is not emitted before the app's entry has run.
  await import(pathToFileURL(requireFrom.resolve(folder)).href);
} catch (error) {
  console.error(`The app in ${folder} failed to load`);
  console.error(error);
  process.exit(1);
}
