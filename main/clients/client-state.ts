import type { ClientNext } from '../contract/client-next.ts';
import type { ClientFileView, ClientState, ClientView } from '../contract/client-views.ts';
import type { ClientInstaller } from './client-installer.ts';
import type { EntryLook } from './edits/look-at-entry.ts';
import { clientLink } from './entry/client-link.ts';
import { entryName } from './entry/entry-name.ts';
import type { Launcher } from './entry/launcher.ts';
import { toRefusalView } from './refusal-view.ts';
import { reloadStep } from './reload-step.ts';
import type { Client } from './registry/client-schema.ts';
import type { Target } from './targets/resolve-targets.ts';
import { addWords } from './through-client.ts';

/** All clients, those that are on this machine first. */
export async function listClients(installer: ClientInstaller): Promise<readonly ClientView[]> {
  const views = await Promise.all(
    installer.world.registry.clients.map((client) => viewClient(installer, client)),
  );
  return [...views.filter((view) => view.isDetected), ...views.filter((view) => !view.isDetected)];
}

export async function viewClient(installer: ClientInstaller, client: Client): Promise<ClientView> {
  const { ledger } = installer.world;
  const records = (await ledger.records()).filter((record) => record.client === client.id);
  let blocked: string | undefined;
  const targets = await installer.targets(client).catch((error: unknown): readonly Target[] => {
    blocked = toRefusalView(client.label, '', error).problem;
    return [];
  });
  const known = targets.map(({ file }) => file);
  const gone = records
    .filter(({ file }) => !known.includes(file))
    .map(({ file }): Target => ({ file, folder: '', kind: 'user', exists: false }));
  const files = await Promise.all(
    [...targets, ...gone].map((target) => viewFile(installer, client, target)),
  );
  const isThere = await installer.isPresent(client, targets);
  const state = worst(files);
  const next = blocked === undefined ? nextOf(client, state, files) : mend(blocked);
  const seen = installer.world.sighting(client.id);
  return {
    id: client.id,
    label: client.label,
    isDetected: isThere,
    state,
    ...(next !== undefined && { next }),
    files,
    ...(seen === undefined
      ? {}
      : {
          lastSeen: { at: seen.at, version: [seen.name, seen.version].filter(Boolean).join(' ') },
        }),
    routes: routesOf(installer, client),
    confirmed: client.confirmed,
  };
}

async function viewFile(
  installer: ClientInstaller,
  client: Client,
  { file, kind, exists }: Target,
): Promise<ClientFileView> {
  try {
    const look = await installer.look(client, file);
    const state = await stateOf(installer, client, file, look);
    const found = { file, kind, exists, state };
    return look.state === 'foreign' ? { ...found, startsInstead: look.starts } : found;
  } catch (error) {
    const { problem } = toRefusalView(client.label, file, error);
    return { file, kind, exists, state: 'not-installed', problem };
  }
}

async function stateOf(
  { world }: ClientInstaller,
  client: Client,
  file: string,
  look: EntryLook,
): Promise<ClientState> {
  const record = await world.ledger.ofClient(client.id, file);
  switch (look.state) {
    case 'foreign':
      return 'conflict';
    case 'stale':
      return 'needs-repair';
    case 'absent':
      // We wrote it and did not take it out: the client, or its user, did.
      return record === undefined ? 'not-installed' : 'needs-repair';
    case 'current': {
      const seen = world.sighting(client.id);
      return seen !== undefined && seen.at >= (record?.installedAt ?? 0)
        ? 'connected'
        : 'installed';
    }
  }
}

const order: readonly ClientState[] = ['conflict', 'needs-repair', 'connected', 'installed'];

function worst(files: readonly ClientFileView[]): ClientState {
  return (
    order.find((state) => files.some((file) => file.state === state && isCounted(file, state))) ??
    'not-installed'
  );
}

// A profile nobody asked us to write to can't be in conflict with us.
function isCounted({ kind }: ClientFileView, state: ClientState): boolean {
  return kind !== 'profile' || state !== 'conflict';
}

function nextOf(
  client: Client,
  state: ClientState,
  files: readonly ClientFileView[],
): ClientNext | undefined {
  switch (state) {
    case 'installed':
      return reloadStep(client);
    case 'needs-repair':
      return { todo: 'repair' };
    case 'conflict': {
      const inConflict = files.find((file) => file.state === 'conflict');
      return { todo: 'resolve', starts: inConflict?.startsInstead ?? '' };
    }
    case 'connected':
      return undefined;
    case 'not-installed':
      return mend(files.find((file) => file.problem !== undefined)?.problem);
  }
}

function mend(problem: string | undefined): ClientNext | undefined {
  return problem === undefined ? undefined : { todo: 'mend', problem };
}

function routesOf({ world }: ClientInstaller, client: Client): ClientView['routes'] {
  const { link, command, bundle } = client;
  if (!isPermanent(world.launcher)) return { bundle: false };
  const launch = world.launcher.launchFor(client.id);
  return {
    bundle: bundle !== undefined,
    ...(link === undefined ? {} : { link: clientLink(link, entryName, launch) }),
    ...(command === undefined
      ? {}
      : {
          command: [command.program, ...addWords(command.add, entryName, launch).map(quoted)].join(
            ' ',
          ),
        }),
  };
}

function isPermanent(launcher: Launcher): boolean {
  try {
    launcher.expectPermanent();
    return true;
  } catch {
    return false;
  }
}

/** As typed in a shell. */
function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
