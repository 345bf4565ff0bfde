import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { homeOf, type Environment, type Paths } from '../config/paths.ts';
import { ownAppImage } from '../platform/own-app-image.ts';
import type { ShippedFiles } from '../platform/shipped-files.ts';
import { ClientInstaller } from './client-installer.ts';
import { loadSightings, type Sighting } from './client-sightings.ts';
import { createLauncher } from './entry/launcher.ts';
import { Ledger } from './files/ledger.ts';
import { knownClients } from './registry/known-clients.ts';
import { runningPrograms } from './running/running-programs.ts';
import { realFiles } from './targets/file-port.ts';

export interface OpenInstaller {
  readonly paths: Paths;
  readonly env: Environment;
  readonly shipped: ShippedFiles;
  /** Of the running gateway; absent in a command, which reads what the gateway has written. */
  readonly sighting?: (client: string) => Sighting | undefined;
  readonly platform?: NodeJS.Platform;
}

/** The installer of this machine and user. */
export function openClientInstaller({
  paths,
  env,
  shipped,
  sighting,
  platform = process.platform,
}: OpenInstaller): ClientInstaller {
  const kept = sighting === undefined ? loadSightings(sightingsFile(paths)) : {};
  return new ClientInstaller({
    registry: knownClients(),
    machine: { env, platform, home: homeOf(env, platform), files: realFiles },
    launcher: createLauncher(shipped, ownAppImage(env, shipped.cli)),
    ledger: new Ledger(path.join(paths.dataFolder, 'clients')),
    running: runningPrograms(platform),
    sighting: sighting ?? ((client) => kept[client]),
    now: Date.now,
    pause: (ms) => sleep(ms),
  });
}

export function sightingsFile({ dataFolder }: Paths): string {
  return path.join(dataFolder, 'clients', 'seen.json');
}
