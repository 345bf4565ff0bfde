// Parts that are copied as they are.
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';

export function copyIcons(stage) {
  const from = path.join('build', 'icons', 'png');
  cpSync(path.join(root, from), path.join(stage, 'icons'), { recursive: true });
  return readdirSync(path.join(root, from)).map((name) => path.join(from, name));
}

/** The addon for the Node that runs the sandbox host (26, ABI 147), not for the Node that builds. */
export function copyIsolatedVm(stage) {
  const libc = process.platform === 'linux' ? '.glibc' : '';
  const addon = path.join(
    'main/sandbox/host/node_modules/isolated-vm/prebuilds',
    `${process.platform}-${process.arch}`,
    `isolated-vm.abi147${libc}.node`,
  );
  if (!existsSync(path.join(root, addon))) {
    throw new Error(
      `Sandbox addon ${addon} is missing: run npm ci; if it stays away, isolated-vm has no build for this platform`,
    );
  }
  mkdirSync(path.join(stage, 'sandbox-host'), { recursive: true });
  cpSync(path.join(root, addon), path.join(stage, 'sandbox-host', 'isolated-vm.node'));
  return [addon];
}
