import { existsSync } from 'node:fs';
import path from 'node:path';
import type { HostLocation } from './host-process.ts';

/**
 * Where the sandbox host is. `appRoot` is the resources folder of a package (`sandbox-host/`) or the root of
 * a source tree (`out/sandbox-host/`); in both the folder holds the script, the addon and a Node of its own.
 */
export function locateHost(appRoot: string, platform: NodeJS.Platform): HostLocation {
  const packaged = path.join(appRoot, 'sandbox-host');
  const folder = existsSync(path.join(packaged, 'host.cjs'))
    ? packaged
    : path.join(appRoot, 'out', 'sandbox-host');
  return {
    nodePath: path.join(folder, 'bin', platform === 'win32' ? 'node.exe' : 'node'),
    hostScript: path.join(folder, 'host.cjs'),
  };
}
