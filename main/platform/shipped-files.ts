// Where the parts of an installed ToolMesh lie. In a checkout everything is in `out/` and `units/` beside it; in a
// package `out/` is inside app.asar (or unpacked from it) and what other programs open lies in `resources/`.
import path from 'node:path';

export interface ShippedFiles {
  /** Units that can be copied into the user's folder. */
  readonly units: string;
  /** Policies that can be copied into the user's folder; off until then. */
  readonly policies: string;
  readonly sandboxHost: {
    /** The Node 26 that runs the host, and the bridge of installed clients. */
    readonly node: string;
    readonly script: string;
  };
  /** The command line, at a path that a plain Node can read. */
  readonly cli: string;
  readonly auditWorker: string;
  readonly jqWorker: string;
  readonly preload: string;
  /** Folder of the window's page. */
  readonly page: string;
  readonly icons: string;
}

/** `outFolder` holds the running entry, `main.mjs` or `cli.mjs`. */
export function shippedFiles(
  outFolder: string,
  platform: NodeJS.Platform = process.platform,
): ShippedFiles {
  const app = path.dirname(outFolder);
  const isPackaged = /^app\.asar(\.unpacked)?$/.test(path.basename(app));
  const outside = isPackaged ? path.dirname(app) : app;
  const unpacked = isPackaged ? path.join(outside, 'app.asar.unpacked', 'out') : outFolder;
  const host = path.join(isPackaged ? outside : outFolder, 'sandbox-host');
  return {
    units: path.join(outside, 'units'),
    sandboxHost: {
      node: path.join(host, 'bin', platform === 'win32' ? 'node.exe' : 'node'),
      script: path.join(host, 'host.cjs'),
    },
    policies: path.join(unpacked, 'policies'),
    cli: path.join(unpacked, 'cli.mjs'),
    auditWorker: path.join(unpacked, 'audit-worker.mjs'),
    jqWorker: path.join(unpacked, 'jq-worker.cjs'),
    preload: path.join(outFolder, 'preload.cjs'),
    page: path.join(outFolder, 'renderer'),
    icons: path.join(outFolder, 'icons'),
  };
}
