import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectLocal } from '../endpoint/local-socket.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { CommandWorld } from './command-world.ts';
import { appLaunch, headlessLaunch, type AppLaunch } from './app-launch.ts';

// A cold start of the app takes some seconds; a first one, with Electron to unpack, longer.
const appMs = 15_000;
const headlessMs = 15_000;
const idleSeconds = '30';

/** A connection to the running gateway; starts the app, or else the headless gateway, when there is none. */
export async function reachGateway(world: CommandWorld): Promise<Socket> {
  const { socket: path } = world.paths;
  const running = await connectLocal(path);
  if (running !== undefined) return running;
  const app = appLaunch(world);
  if (app !== undefined) {
    start(app);
    const socket = await waitFor(path, appMs);
    if (socket !== undefined) return socket;
    process.stderr.write('toolmesh: the app did not start; starting the headless gateway\n');
  }
  start(headlessLaunch(world, ['--until-idle', idleSeconds]));
  const socket = await waitFor(path, headlessMs);
  if (socket !== undefined) return socket;
  throw new GatewayError(
    'internal',
    `The gateway did not start within ${headlessMs / 1000} s; run "toolmesh serve" to see why`,
  );
}

// The gateway outlives this client: others may be using it by then.
function start({ command, args, env }: AppLaunch): void {
  const child = spawn(command, [...args], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...env },
  });
  child.once('error', () => undefined);
  child.unref();
}

async function waitFor(path: string, mostMs: number): Promise<Socket | undefined> {
  const end = performance.now() + mostMs;
  while (performance.now() < end) {
    const socket = await connectLocal(path);
    if (socket !== undefined) return socket;
    await sleep(50);
  }
  return undefined;
}
