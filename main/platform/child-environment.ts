import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Environment = Readonly<Record<string, string | undefined>>;

// Ours and Electron's own; a backend has no use for them, and CREDENTIAL_* are secrets.
const hidden = /^(CREDENTIAL_|TOOLMESH_|OPENFGA_|ELECTRON_|NODE_OPTIONS$|NODE_ENV$|npm_)/i;
const shellMs = 3000;

/**
 * The environment a stdio backend starts in: the user's own without secrets, with the PATH of a login
 * shell. An app started from a desktop menu has a short PATH that knows no nvm, Homebrew or uv.
 */
export async function childEnvironment(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<Readonly<Record<string, string>>> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !hidden.test(entry[0]),
  );
  const own = Object.fromEntries(kept);
  if (platform === 'win32') return own;
  const login = await loginPath(own);
  return login === undefined ? own : { ...own, PATH: mergePaths(own['PATH'] ?? '', login) };
}

/** For children that start together: a login shell takes half a second with nvm, and one answers for all. */
export function sharedChildEnvironment(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): () => Promise<Readonly<Record<string, string>>> {
  let asked: Promise<Readonly<Record<string, string>>> | undefined;
  return () => {
    asked ??= childEnvironment(env, platform).finally(() => {
      // A program that is installed later must be found without a restart of the app.
      asked = undefined;
    });
    return asked;
  };
}

async function loginPath(env: Readonly<Record<string, string>>): Promise<string | undefined> {
  const shell = env['SHELL'];
  if (shell === undefined || !/\/(ba|z|da|k|fi)?sh$/.test(shell)) return undefined;
  // Marks around the value: a profile may print greetings.
  const print = 'printf "<PATH>%s</PATH>" "$PATH"';
  const found = await run(shell, ['-ilc', print], { env, timeout: shellMs, encoding: 'utf8' }).then(
    ({ stdout }) => /<PATH>([^<]*)<\/PATH>/.exec(stdout)?.[1],
    () => undefined,
  );
  return found === '' ? undefined : found;
}

function mergePaths(first: string, second: string): string {
  return [...new Set([...first.split(':'), ...second.split(':')])]
    .filter((part) => part !== '')
    .join(':');
}
