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

export function createLauncher({
  cli,
  sandboxHost: { node },
}: Pick<ShippedFiles, 'cli' | 'sandboxHost'>): Launcher {
  return {
    isCheckout: path.basename(path.dirname(path.dirname(cli))) !== 'app.asar.unpacked',
    launchFor: (clientId) => ({ command: node, args: [cli, 'stdio', '--client', clientId] }),
    expectPermanent() {
      if (/[\\/]\.mount_[^\\/]+[\\/]/.test(cli))
        throw new Refusal(
          'place-not-permanent',
          'an AppImage is unpacked to another folder at each start, so no client could start it; install the .deb package, or unpack it with --appimage-extract',
        );
      // macOS runs an app straight from the download from a random read-only folder.
      if (cli.includes('/AppTranslocation/'))
        throw new Refusal('place-not-permanent', 'move ToolMesh to the Applications folder first');
      for (const file of [node, cli])
        if (!existsSync(file))
          throw new Refusal('place-not-permanent', `${file} is missing; install ToolMesh again`);
    },
  };
}
