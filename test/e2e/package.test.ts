// The packaged app as a user would start it, without anything of the checkout.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resolvePaths } from '../../main/config/paths.ts';
import { stop } from '../setup/background.ts';
import { listening } from '../setup/listening.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const electron = process.env['TOOLMESH_TEST_ELECTRON'];
const missing =
  process.env['TOOLMESH_TEST_NO_DESKTOP'] ??
  (process.platform === 'linux' ? undefined : 'the package is looked into on Linux only');

const output = mkdtempSync(path.join(tmpdir(), 'toolmesh-test-package-'));
const unpacked = path.join(output, 'linux-unpacked');
const resources = path.join(unpacked, 'resources');
const environment = { ...process.env, ELECTRON_DISABLE_SANDBOX: '1' };
let app: ChildProcess | undefined;

beforeAll(async () => {
  if (missing !== undefined || electron === undefined) return;
  const packaging = spawn(
    process.execPath,
    [path.join(root, 'build/package.mjs'), '--dir', `-c.directories.output=${output}`],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: path.dirname(electron) },
    },
  );
  await once(packaging, 'exit');
});

beforeEach((context) => {
  if (missing !== undefined) context.skip(missing);
});

afterAll(async () => {
  if (app !== undefined) await stop(app);
  rmSync(output, { recursive: true, force: true });
});

/** The command line of the package, run by the Node that ships with it. */
function toolmesh(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const node = path.join(resources, 'sandbox-host/bin/node');
  const script = path.join(resources, 'app.asar.unpacked/out/cli.mjs');
  return spawnSync(node, [script, ...args], {
    env: environment,
    encoding: 'utf8',
    timeout: 30_000,
  });
}

test('holds the sandbox host, the units and nothing to develop with', () => {
  const present = ['sandbox-host/host.cjs', 'sandbox-host/isolated-vm.node', 'units/netdata'];
  const absent = ['default_app.asar', 'app.asar.unpacked/node_modules/vite'];

  expect([...present, ...absent].filter((file) => existsSync(path.join(resources, file)))).toEqual(
    present,
  );
});

test('starts, and its command line reaches the running gateway', async () => {
  app = spawn(path.join(unpacked, 'toolmesh-desktop'), [], { env: environment, stdio: 'inherit' });
  await listening(resolvePaths(environment).socket, app);
  const tools = toolmesh('tools');

  expect(tools.stdout, tools.stderr).toContain('discover_tools');
  expect(app.exitCode).toBeNull();
});
