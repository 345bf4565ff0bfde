import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type OpenBrowser = (url: string) => Promise<void>;

/** Shows a page in the user's browser; rejects where there is none to be seen. */
export function browserOpener(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): OpenBrowser {
  return async (url) => {
    const hasDisplay = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((name) => (name ?? '') !== '');
    if (platform !== 'win32' && platform !== 'darwin' && !hasDisplay)
      throw new Error('there is no display for a browser');
    const [command, args] = commandFor(platform);
    const child = spawn(command, [...args, url], {
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
      env: { ...env },
    });
    await once(child, 'spawn');
    child.unref();
  };
}

// No shell: a URL comes from a server and may hold anything.
function commandFor(platform: NodeJS.Platform): readonly [string, readonly string[]] {
  switch (platform) {
    case 'win32':
      return ['rundll32', ['url.dll,FileProtocolHandler']];
    case 'darwin':
      return ['open', []];
    default:
      return ['xdg-open', []];
  }
}
