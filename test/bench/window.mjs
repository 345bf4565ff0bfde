// npm run bench:window [-- starts]: runs window-bench.ts in the sandbox host's Node, which reads TypeScript.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const node = `../../out/sandbox-host/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
const run = spawnSync(file(node), [file('window-bench.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = run.status ?? 1;
