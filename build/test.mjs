// `npm test [-- files and vitest options]`: builds, runs all tests, and ends with one line of counts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const script = (name) => path.join(root, name);

const build = spawnSync(process.execPath, [script('build/bundle/build.mjs')], { stdio: 'inherit' });
if (build.status !== 0) {
  console.log('0 passed, 1 failed, 0 skipped');
  process.exit(1);
}

const scratch = mkdtempSync(path.join(tmpdir(), 'toolmesh-test-run-'));
const summaryFile = path.join(scratch, 'summary.json');
const status = await run(
  process.execPath,
  [
    script('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    `--reporter=${script('build/test/summary-reporter.mjs')}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, env: { ...process.env, TOOLMESH_TEST_SUMMARY: summaryFile } },
);
const summary = existsSync(summaryFile)
  ? JSON.parse(readFileSync(summaryFile, 'utf8'))
  : { passed: 0, failed: 1, skipped: [] };
rmSync(scratch, { recursive: true, force: true });

for (const { name, reason } of summary.skipped) console.log(`skipped: ${name} (${reason})`);
const nothingRan = summary.passed + summary.failed === 0;
process.exitCode = status !== 0 ? status : summary.failed > 0 || nothingRan ? 1 : 0;
console.log(
  `${summary.passed} passed, ${summary.failed} failed, ${summary.skipped.length} skipped`,
);
