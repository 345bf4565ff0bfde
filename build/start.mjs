// `npm start`: the tray app; without a display the headless gateway.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasDisplay, sandboxArguments } from './desktop-launch.mjs';
import { ensureElectron } from './electron.mjs';
import { run } from './run.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const args = process.argv.slice(2);

const build = spawnSync(process.execPath, [path.join(root, 'build/bundle/build.mjs')], {
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(build.status ?? 1);

if (hasDisplay()) {
  const electron = await ensureElectron();
  // Set by editors' terminals that run on Electron; it would turn ours into plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const launch = [...sandboxArguments(electron), root];
  // A client that starts `toolmesh stdio` later brings up the same app in the same way.
  writeFileSync(
    path.join(root, 'out/app-launch.json'),
    JSON.stringify({ command: electron, args: launch }),
  );
  process.exitCode = await run(electron, [...launch, ...args], { env });
} else {
  console.error('No display: starting the headless gateway instead of the tray app');
  console.error('"toolmesh" below stands for "node out/cli.mjs" until it is linked (npm link)');
  process.exitCode = await run(process.execPath, [
    path.join(root, 'out/cli.mjs'),
    'serve',
    ...args,
  ]);
}
