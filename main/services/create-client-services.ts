import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClientChange, ClientInstaller } from '../clients/client-installer.ts';
import { entryName } from '../clients/client-installer.ts';
import type { ClientSightings } from '../clients/client-sightings.ts';
import { listClients, viewClient } from '../clients/client-state.ts';
import { mcpbBundle } from '../clients/entry/mcpb-bundle.ts';
import type { Launcher } from '../clients/entry/launcher.ts';
import { toRefusalView } from '../clients/refusal-view.ts';
import { clientNamed } from '../clients/registry/known-clients.ts';
import { snippetOf } from '../clients/snippet-of.ts';
import type { ClientActionOptions, ClientServices } from '../contract/client-services.ts';
import type { ClientChangeView } from '../contract/client-views.ts';
import { Emitter } from '../platform/emitter.ts';
import { GatewayError } from '../platform/gateway-error.ts';
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
    writeClientBundle: async () => {
      expectPermanent(launcher);
      const file = path.join(folder, 'ToolMesh.mcpb');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, mcpbBundle(entryName, version, launcher.launchFor('claude-desktop')));
      return file;
    },
    onClientsChange: (listener) => changed.on(listener),
  };
}

function expectPermanent(launcher: Launcher): void {
  try {
    launcher.expectPermanent();
  } catch (error) {
    throw new GatewayError('client-refused', toRefusalView('Claude Desktop', '', error).problem, {
      cause: error,
    });
  }
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
    const state = await installer.entryState(client, file).catch(() => 'absent' as const);
    if (state !== 'stale') continue;
    for (const { view } of await installer.repair(id))
      logger.log(
        'info',
        view.problem ?? `${client.label} starts ToolMesh from its new place (${view.file})`,
      );
  }
}
