import type { ClientChange } from '../clients/client-change.ts';
import type { ClientInstaller } from '../clients/client-installer.ts';
import type { ClientSightings } from '../clients/client-sightings.ts';
import { listClients, viewClient } from '../clients/client-state.ts';
import { clientNamed } from '../clients/registry/known-clients.ts';
import { snippetOf } from '../clients/snippet-of.ts';
import { writeBundle } from '../clients/write-bundle.ts';
import type { ClientActionOptions, ClientServices } from '../contract/client-services.ts';
import type { ClientChangeView } from '../contract/client-views.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Logger } from '../platform/logger.ts';

export interface ClientServicesWorld {
  readonly installer: ClientInstaller;
  readonly sightings: ClientSightings;
  readonly version: string;
  /** Where the bundle for Claude Desktop is put. */
  readonly folder: string;
}

/** What the window does with the clients of this machine. */
export function createClientServices(world: ClientServicesWorld): ClientServices {
  const { installer, sightings, version, folder } = world;
  const { registry, launcher } = installer.world;
  const changed = new Emitter<undefined>();
  sightings.onSighting(() => {
    changed.emit(undefined);
  });
  const told = async (
    changes: Promise<readonly ClientChange[]>,
    options: ClientActionOptions,
  ): Promise<readonly ClientChangeView[]> => {
    const views = (await changes).map(({ view }) => view);
    if (options.dryRun !== true) changed.emit(undefined);
    return views;
  };
  return {
    clients: () => listClients(installer),
    installClient: (id, options = {}) => told(installer.install(id, options), options),
    installAllClients: (options = {}) => told(installAll(installer, options), options),
    removeClient: (id, options = {}) => told(installer.remove(id, options), options),
    repairClient: (id, options = {}) => told(installer.repair(id, options), options),
    clientSnippet: (id) => snippetOf(installer, id),
    clientFile: async (id) => {
      const { files } = await viewClient(installer, clientNamed(registry, id));
      return files.find(({ exists }) => exists)?.file;
    },
    writeClientBundle: () => writeBundle(launcher, version, folder),
    onClientsChange: (listener) => changed.on(listener),
  };
}

async function installAll(
  installer: ClientInstaller,
  options: ClientActionOptions,
): Promise<readonly ClientChange[]> {
  const changes: ClientChange[] = [];
  for (const { id, isDetected, state, files } of await listClients(installer))
    if (isDetected && state === 'not-installed' && files.length > 0)
      changes.push(...(await installer.install(id, options)));
  return changes;
}

/**
 * After an update or a move of the app: entries of ours that start an old place are brought to the new one. Never from a
 * checkout, which would take a user's entries over, and never an entry that somebody took out.
 */
export async function repairMovedEntries(
  installer: ClientInstaller,
  logger: Logger,
): Promise<void> {
  const { launcher, ledger, registry } = installer.world;
  if (launcher.isCheckout) return;
  for (const { client: id, file } of await ledger.records()) {
    const client = registry.clients.find((one) => one.id === id);
    if (client === undefined) continue;
    const look = await installer.look(client, file).catch(() => undefined);
    if (look?.state !== 'stale') continue;
    for (const { view } of await installer.repair(id))
      logger.log(
        'info',
        view.problem ?? `${client.label} starts ToolMesh from its new place (${view.file})`,
      );
  }
}
