import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ShippedFiles } from '../../platform/shipped-files.ts';
import { Refusal } from '../refusal.ts';

/** The program an entry starts. No shell, no npx, no PATH: it must start with an almost empty environment. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export interface Launcher {
  /** What an entry of this client starts, whether or not it is there now. */
  launchFor(clientId: string): Launch;
  /** Throws a `Refusal` where an entry would soon start nothing. */
  expectPermanent(): void;
  /** The entry starts a checkout of the sources, not an installed app. */
  readonly isCheckout: boolean;
}

/** `appImage` is the file this program came in, where it came in one. */
export function createLauncher(
  { cli, sandboxHost: { node } }: Pick<ShippedFiles, 'cli' | 'sandboxHost'>,
  appImage?: string,
): Launcher {
  const words = (clientId: string): readonly string[] => ['stdio', '--client', clientId];
  return {
    isCheckout: path.basename(path.dirname(path.dirname(cli))) !== 'app.asar.unpacked',
    launchFor: (clientId) =>
      appImage === undefined
        ? { command: node, args: [cli, ...words(clientId)] }
        : { command: appImage, args: words(clientId) },
    expectPermanent() {
      // Without FUSE the image is unpacked anew at each start, which takes longer than clients wait.
      if (/[\\/]appimage_extracted_[^\\/]+[\\/]/.test(cli))
        throw notPermanent(
          'an AppImage that is unpacked at each start is too slow for clients; install FUSE, or unpack it for good with --appimage-extract',
        );
      if (appImage === undefined && /[\\/]\.mount_[^\\/]+[\\/]/.test(cli))
        throw notPermanent('the AppImage that it runs from is not known; start it again');
      // macOS runs an app straight from the download from a random read-only folder.
      if (cli.includes('/AppTranslocation/'))
        throw notPermanent('move ToolMesh to the Applications folder first');
      for (const file of appImage === undefined ? [node, cli] : [appImage])
        if (!existsSync(file)) throw notPermanent(`${file} is missing; install ToolMesh again`);
    },
  };
}

function notPermanent(message: string): Refusal {
  return new Refusal('place-not-permanent', message);
}
