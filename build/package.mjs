// `npm run package`: the unpacked app in `dist/`. Further arguments go to electron-builder: `-- --linux deb`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureElectron } from './electron.mjs';
import { installedElectron } from './electron/official.mjs';
import { run } from './run.mjs';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../', import.meta.url));
const script = (name) => path.join(root, name);
const args = process.argv.slice(2);
const otherMachine = /^(-[mowl]|--(mac|macos|win|windows|linux|x64|ia32|armv7l|arm64|universal))$/;

const build = spawnSync(process.execPath, [script('build/bundle/build.mjs'), '--clean'], {
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(build.status ?? 1);

/** The Electron that is here saves a download, and is the only one where none can be downloaded. */
async function electronOptions() {
  const electron = await ensureElectron();
  const isForOtherMachines =
    args.some((arg) => otherMachine.test(arg)) && electron === installedElectron();
  if (isForOtherMachines) return [];
  const depth = process.platform === 'darwin' ? '../../..' : '.';
  const dist = path.join(path.dirname(electron), depth);
  const version = readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  return [`-c.electronDist=${dist}`, `-c.electronVersion=${version}`];
}

process.exitCode = await run(
  process.execPath,
  [
    require.resolve('electron-builder/cli.js'),
    ...(args.length > 0 ? args : ['--dir']),
    ...(await electronOptions()),
    '--publish=never',
  ],
  { cwd: root },
);
