// A real OpenFGA server with its in-memory store on loopback. It is built by Go, once, into a folder of the
// user's cache outside of the repository; `.ci/run` does that where there is Go.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';

const binaryName = process.platform === 'win32' ? 'openfga.exe' : 'openfga';

/** Where the server's program is, or why there is none. */
export function findOpenFga(): { readonly program: string } | { readonly missing: string } {
  // The tests' own HOME is a temporary folder.
  const cached = path.join(userInfo().homedir, '.cache', 'toolmesh-build', 'bin', binaryName);
  const named = process.env['TOOLMESH_TEST_OPENFGA'];
  for (const program of [named, cached, binaryName]) {
    if (program === undefined || program === '') continue;
    if (program !== binaryName && !existsSync(program)) continue;
    if (spawnSync(program, ['version'], { stdio: 'ignore' }).status === 0) return { program };
  }
  return {
    missing:
      'no OpenFGA server: GOBIN=~/.cache/toolmesh-build/bin go install github.com/openfga/openfga/cmd/openfga@latest makes one',
  };
}

export interface OpenFgaServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Settles when it answers. `port` lets one come back at the place of an earlier one. */
export async function startOpenFga(program: string, port?: number): Promise<OpenFgaServer> {
  const http = port ?? (await freePort());
  const grpc = await freePort();
  const child = spawn(
    program,
    [
      'run',
      `--http-addr=127.0.0.1:${http}`,
      `--grpc-addr=127.0.0.1:${grpc}`,
      '--metrics-enabled=false',
      '--playground-enabled=false',
      '--log-level=error',
    ],
    { stdio: 'ignore' },
  );
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve();
    }),
  );
  const url = `http://127.0.0.1:${http}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
  }
  return {
    url,
    stop: async () => {
      child.kill();
      await gone;
    },
  };
}

// The port is not open before the server is: nothing tells when, so the next try waits a moment.
async function answers(url: string): Promise<boolean> {
  const healthy = await fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!healthy) await new Promise((resolve) => setTimeout(resolve, 50));
  return healthy;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}
