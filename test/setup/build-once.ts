// Tests of processes run the bundles of `out/`; this makes `npx vitest run <path>` work by itself.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../build/bundle/build.mjs', import.meta.url));

export function setup(): void {
  const build = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  // Most tests run from source: a part that does not build fails only the tests that start it.
  // `npm test` builds first and stops there.
  if (build.status !== 0) process.stderr.write('The build failed; bundles may be out of date\n');
}
