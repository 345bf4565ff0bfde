import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ownAppImage } from '../platform/own-app-image.ts';
import type { CommandWorld } from './command-world.ts';

export interface AppLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: CommandWorld['env'];
}

const launchFile = z.strictObject({ command: z.string(), args: z.array(z.string()) });

/** How to start the tray app out of sight; undefined where it cannot be or there is no display. */
export function appLaunch(
  { shipped, env }: CommandWorld,
  platform = process.platform,
): AppLaunch | undefined {
  const display = env['DISPLAY'] ?? env['WAYLAND_DISPLAY'] ?? '';
  if (platform === 'linux' && display === '') return undefined;
  const found =
    imageApp(env, shipped.cli) ?? packagedApp(shipped.cli, platform) ?? developmentApp(shipped.cli);
  if (found === undefined) return undefined;
  // Set by editors that run on Electron; it would turn ours into plain Node.
  const { ELECTRON_RUN_AS_NODE: _node, ...clean } = env;
  return { ...found, args: [...found.args, '--hidden'], env: clean };
}

/** The gateway without a window, in plain Node. */
export function headlessLaunch({ shipped, env }: CommandWorld, args: readonly string[]): AppLaunch {
  const image = imageApp(env, shipped.cli);
  const launch = image ?? { command: process.execPath, args: [shipped.cli] };
  return { command: launch.command, args: [...launch.args, 'serve', ...args], env };
}

/** Not the binary in its unpacked copy, which is gone when the bridge that started it ends. */
function imageApp(env: CommandWorld['env'], cli: string): Omit<AppLaunch, 'env'> | undefined {
  const image = ownAppImage(env, cli);
  return image === undefined ? undefined : { command: image, args: [] };
}

/** `resources/app.asar.unpacked/out/cli.mjs` lies beside the app's own binary. */
function packagedApp(cli: string, platform: NodeJS.Platform): Omit<AppLaunch, 'env'> | undefined {
  const app = path.dirname(path.dirname(cli));
  if (path.basename(app) !== 'app.asar.unpacked') return undefined;
  const home = path.dirname(path.dirname(app));
  const binary = {
    win32: path.join(home, 'ToolMesh.exe'),
    darwin: path.join(home, 'MacOS', 'ToolMesh'),
    linux: path.join(home, 'toolmesh-desktop'),
  }[platform as 'win32' | 'darwin' | 'linux'] as string | undefined;
  return binary !== undefined && existsSync(binary) ? { command: binary, args: [] } : undefined;
}

/** A checkout notes at `npm start` which Electron it runs in and how. */
function developmentApp(cli: string): Omit<AppLaunch, 'env'> | undefined {
  try {
    const text = readFileSync(path.join(path.dirname(cli), 'app-launch.json'), 'utf8');
    const { command, args } = launchFile.parse(JSON.parse(text));
    return existsSync(command) ? { command, args } : undefined;
  } catch {
    return undefined;
  }
}
