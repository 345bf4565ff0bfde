// Where configuration, data and the socket live. The only reader of the variables that move them.
import { createHash } from 'node:crypto';
import { homedir, tmpdir, userInfo } from 'node:os';
import path from 'node:path';

export interface Paths {
  readonly home: string;
  readonly unitsFolder: string;
  readonly backendsFile: string;
  readonly settingsFile: string;
  readonly callerClassesFile: string;
  readonly dadlFolder: string;
  readonly policiesFolder: string;
  /** Audit database and logs. */
  readonly dataFolder: string;
  /** Local socket, or a named pipe on Windows. */
  readonly socket: string;
}

/** Hashes of the tokens by which HTTP clients are known. */
export function tokensFile({ dataFolder }: Paths): string {
  return path.join(dataFolder, 'tokens.json');
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Both `TOOLMESH_HOME` and the platform's own rules are taken from `env`, so tests can move everything. */
export function resolvePaths(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Paths {
  const home = absolute(env['TOOLMESH_HOME']) ?? path.join(configRoot(env, platform), 'toolmesh');
  const dataFolder =
    absolute(env['TOOLMESH_DATA']) ?? path.join(dataRoot(env, platform), 'toolmesh');
  return {
    home,
    unitsFolder: absolute(env['TOOLMESH_UNITS_DIR']) ?? path.join(home, 'units'),
    backendsFile: absolute(env['TOOLMESH_BACKENDS_CONFIG']) ?? path.join(home, 'backends.yaml'),
    settingsFile: path.join(home, 'settings.yaml'),
    callerClassesFile: path.join(home, 'caller-classes.yaml'),
    dadlFolder: absolute(env['TOOLMESH_DADL_DIR']) ?? path.join(home, 'dadl'),
    policiesFolder: absolute(env['TOOLMESH_POLICIES_DIR']) ?? path.join(home, 'policies'),
    dataFolder,
    socket: socketPath(env, platform, `${home}\n${dataFolder}`),
  };
}

function absolute(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : path.resolve(value);
}

/** The user's home folder, where clients keep their settings. */
export function homeOf(env: Environment, platform: NodeJS.Platform): string {
  const named = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  return named === undefined || named === '' ? homedir() : named;
}

function configRoot(env: Environment, platform: NodeJS.Platform): string {
  const home = homeOf(env, platform);
  if (platform === 'win32')
    return absolute(env['APPDATA']) ?? path.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  return absolute(env['XDG_CONFIG_HOME']) ?? path.join(home, '.config');
}

function dataRoot(env: Environment, platform: NodeJS.Platform): string {
  const home = homeOf(env, platform);
  if (platform === 'win32')
    return absolute(env['LOCALAPPDATA']) ?? path.join(home, 'AppData', 'Local');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  return absolute(env['XDG_DATA_HOME']) ?? path.join(home, '.local', 'share');
}

// A socket path is limited to 107 bytes on Linux and 103 on macOS, so a home is named by a hash. One
// gateway per home and data folder: two homes never meet on one socket.
function socketPath(env: Environment, platform: NodeJS.Platform, identity: string): string {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 12);
  if (platform === 'win32') return `\\\\.\\pipe\\toolmesh-${userInfo().username}-${hash}`;
  const runtime = absolute(env['XDG_RUNTIME_DIR']);
  const folder =
    runtime !== undefined && runtime.length <= 60
      ? path.join(runtime, `toolmesh-${hash}`)
      : path.join(tmpdir(), `toolmesh-${String(userInfo().uid)}-${hash}`);
  return path.join(folder, 'gateway.sock');
}
