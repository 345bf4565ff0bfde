import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClientInstaller } from '../../main/clients/client-installer.ts';
import type { Sighting } from '../../main/clients/client-sightings.ts';
import type { Launcher } from '../../main/clients/entry/launcher.ts';
import { Ledger } from '../../main/clients/files/ledger.ts';
import { knownClients } from '../../main/clients/registry/known-clients.ts';
import { realFiles } from '../../main/clients/targets/file-port.ts';

export interface ClientHome {
  readonly folder: string;
  /** Changes between calls: what runs, who was seen, where the app lies. */
  readonly world: {
    running: readonly string[];
    seen: Record<string, Sighting>;
    app: string;
    now: number;
    env: Record<string, string>;
    platform: NodeJS.Platform;
    /** What the client does while the installer waits for it to settle. */
    meanwhile: () => void;
  };
  readonly installer: ClientInstaller;
  readonly ledger: Ledger;
  file(name: string): string;
  write(name: string, text: string | Buffer): string;
  read(name: string): string;
  remove(): void;
}

/** A home with blanks and non-ASCII letters in its name, for clients and our own data. */
export function clientHome(): ClientHome {
  const folder = mkdtempSync(path.join(tmpdir(), 'tool mesh hüöme-'));
  const home = path.join(folder, 'home');
  mkdirSync(home);
  const world: ClientHome['world'] = {
    running: [],
    seen: {},
    app: '/opt/Tool Mesh',
    now: 1000,
    env: {},
    platform: 'linux',
    meanwhile: () => undefined,
  };
  const ledger = new Ledger(path.join(folder, 'data', 'clients'));
  const launcher: Launcher = {
    isCheckout: false,
    expectPermanent: () => undefined,
    launchFor: (id) => ({
      command: `${world.app}/node`,
      args: [`${world.app}/out/cli.mjs`, 'stdio', '--client', id],
    }),
  };
  const installer = new ClientInstaller({
    registry: knownClients(),
    machine: {
      get env() {
        return world.env;
      },
      get platform() {
        return world.platform;
      },
      home,
      files: realFiles,
    },
    launcher,
    ledger,
    running: () => Promise.resolve(world.running),
    sighting: (client) => world.seen[client],
    now: () => world.now,
    pause: () => {
      world.meanwhile();
      return Promise.resolve();
    },
  });
  const file = (name: string): string => path.join(home, name);
  return {
    folder,
    world,
    installer,
    ledger,
    file,
    write(name, text) {
      mkdirSync(path.dirname(file(name)), { recursive: true });
      writeFileSync(file(name), text);
      return file(name);
    },
    read: (name) => readFileSync(file(name), 'utf8'),
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
