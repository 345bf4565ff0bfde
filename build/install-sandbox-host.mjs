// The sandbox host needs Node 26 and isolated-vm. They live in a package of their own: in the root they
// would put Node 26 first on the PATH of every npm script, and isolated-vm's install script would try to
// compile for the wrong Node. The prebuilt addon inside the package needs no script.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../main/sandbox/host/', import.meta.url));
const npm = process.env.npm_execpath;
const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
const run = spawnSync(command, [...args, 'ci', '--ignore-scripts', '--no-fund', '--no-audit'], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: !npm && process.platform === 'win32',
});
if (run.status !== 0) {
  console.error(`The sandbox host's packages could not be installed (npm ci in ${folder})`);
  process.exit(run.status ?? 1);
}
