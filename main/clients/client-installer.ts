// All clients of this machine: which are there, what state our entry is in, and what to do about it.
import path from 'node:path';
import type { ClientChangeView } from '../contract/client-views.ts';
import type { Sighting } from './client-sightings.ts';
import { changedSpan } from './diff/changed-span.ts';
import {
  installEntry,
  lookAtEntry,
  removeEntry,
  type EditOutcome,
  type Editing,
  type EntryState,
} from './edit-target.ts';
import type { Launcher } from './entry/launcher.ts';
import type { Ledger } from './files/ledger.ts';
import type { FormatName } from './formats/format-of.ts';
import { Refusal } from './refusal.ts';
import { toRefusalView } from './refusal-view.ts';
import { reloadHint } from './reload-hint.ts';
import type { Client, Registry } from './registry/client-schema.ts';
import { clientNamed, shapeOf } from './registry/known-clients.ts';
import type { RunningPrograms } from './running/running-programs.ts';
import { expandPath, type ClientWorld } from './targets/expand-path.ts';
import { isDetected, resolveTargets, type Target } from './targets/resolve-targets.ts';

/** Lower case, no underscore, no dot: what every client and every format takes. */
export const entryName = 'toolmesh';

export interface InstallerWorld {
  readonly registry: Registry;
  readonly machine: ClientWorld;
  readonly launcher: Launcher;
  readonly ledger: Ledger;
  readonly running: RunningPrograms;
  readonly sighting: (client: string) => Sighting | undefined;
  readonly now: () => number;
}

export interface ActionOptions {
  readonly dryRun?: boolean | undefined;
  readonly profiles?: boolean | undefined;
}

/** With the whole texts, which only the command line prints. */
export interface ClientChange {
  readonly view: ClientChangeView;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export class ClientInstaller {
  readonly world: InstallerWorld;

  constructor(world: InstallerWorld) {
    this.world = world;
  }

  /** Into every file of the client that is written without asking, and its profiles on request. */
  async install(id: string, options: ActionOptions = {}): Promise<readonly ClientChange[]> {
    const client = clientNamed(this.world.registry, id);
    return this.#onTargets(
      client,
      options,
      async () => {
        const targets = await this.targets(client);
        const chosen = targets.filter(
          ({ kind }) => kind !== 'profile' || options.profiles === true,
        );
        if (chosen.length === 0 || !(await this.isPresent(client, chosen)))
          throw nowhere(client, await isDetected(client, this.world.machine));
        this.#expectStartable(client);
        await this.#expectQuit(client);
        return chosen.map(({ file }) => file);
      },
      installEntry,
    );
  }

  /** From every file it was ever written to, and from those that would be written now. */
  async remove(id: string, options: ActionOptions = {}): Promise<readonly ClientChange[]> {
    const client = clientNamed(this.world.registry, id);
    return this.#onTargets(
      client,
      options,
      async () => {
        await this.#expectQuit(client);
        return this.#everyFile(client);
      },
      removeEntry,
    );
  }

  /** Brings entries back that the client dropped, and those that start an old place to the new one. */
  async repair(id: string, options: ActionOptions = {}): Promise<readonly ClientChange[]> {
    const client = clientNamed(this.world.registry, id);
    const files = async (): Promise<readonly string[]> => {
      const known = (await this.world.ledger.records()).map((record) => record.file);
      const all = await this.#everyFile(client);
      const stale: string[] = [];
      for (const file of all) {
        const entry = await this.entryState(client, file);
        if (entry === 'stale' || (entry === 'absent' && known.includes(file))) stale.push(file);
      }
      if (stale.length > 0) {
        this.#expectStartable(client);
        await this.#expectQuit(client);
      }
      return stale;
    };
    return this.#onTargets(client, options, files, installEntry);
  }

  /** A folder of its own counts as much as a probe; the home folder, where some files lie, is nobody's own. */
  async isPresent(client: Client, targets: readonly Target[]): Promise<boolean> {
    const { machine } = this.world;
    if (targets.some(({ exists, folder }) => exists || folder !== machine.home)) return true;
    return isDetected(client, machine);
  }

  async targets(client: Client): Promise<readonly Target[]> {
    return client.format === undefined ? [] : resolveTargets(client, this.world.machine);
  }

  /** What stands under our name in a file. Throws a `Refusal` when the file can't be read. */
  entryState(client: Client, file: string): Promise<EntryState> {
    return lookAtEntry(this.editing(client, file, true));
  }

  editing(client: Client, file: string, isDryRun: boolean): Editing {
    const { registry, ledger, launcher, now } = this.world;
    if (client.format === undefined)
      throw new Refusal('no-file', `${client.label} keeps its entries in the app, not in a file`);
    return {
      client: client as Client & { readonly format: FormatName },
      shape: shapeOf(registry, client),
      file,
      name: entryName,
      launch: launcher.launchFor(client.id),
      ledger,
      isDryRun,
      now,
    };
  }

  #expectStartable(client: Client): void {
    const { launcher } = this.world;
    launcher.expectPermanent();
    const { command } = launcher.launchFor(client.id);
    if (client.blankInCommand === 'refused' && command.includes(' '))
      throw new Refusal(
        'place-not-permanent',
        `it can't start a program whose path holds a blank (${command}); install ToolMesh in a folder without one`,
      );
  }

  async #everyFile(client: Client): Promise<readonly string[]> {
    const records = (await this.world.ledger.records()).filter((one) => one.client === client.id);
    const targets = await this.targets(client);
    return [...new Set([...records, ...targets].map(({ file }) => file))];
  }

  async #onTargets(
    client: Client,
    { dryRun = false }: ActionOptions,
    files: () => Promise<readonly string[]>,
    edit: (editing: Editing) => Promise<EditOutcome>,
  ): Promise<readonly ClientChange[]> {
    const act = async (): Promise<readonly ClientChange[]> => {
      const changes: ClientChange[] = [];
      const chosen = await files().catch((error: unknown) => {
        changes.push(refusedChange(client, '', error));
        return [];
      });
      for (const file of chosen) {
        try {
          const outcome = await edit(this.editing(client, file, dryRun));
          changes.push(toChange(client, file, outcome));
        } catch (error) {
          changes.push(refusedChange(client, file, error));
        }
      }
      return changes;
    };
    if (dryRun) return act();
    return this.world.ledger
      .locked(act)
      .catch((error: unknown) => [refusedChange(client, '', error)]);
  }

  /** A client that writes its file from memory would lose our entry, or we its last changes. */
  async #expectQuit(client: Client): Promise<void> {
    for (const other of client.yieldsTo)
      for (const file of await expandPath(other, this.world.machine))
        if ((await this.world.machine.files.kind(file)) === 'file')
          throw new Refusal(
            'no-file',
            `${client.label} reads ${path.basename(file)} instead; paste the snippet there`,
          );
    if (!client.ownsFile || client.lock || client.processes.length === 0) return;
    const names = (await this.world.running()).map((name) => name.toLowerCase());
    const isRunning = client.processes.some(
      (name) =>
        names.includes(name.toLowerCase().slice(0, 15)) || names.includes(name.toLowerCase()),
    );
    if (isRunning)
      throw new Refusal(
        'client-running',
        `${client.label} is running and writes this file from memory; quit it first, from its tray icon, too`,
      );
  }
}

function nowhere(client: Client, isThere: boolean): Refusal {
  if (client.format === undefined)
    return new Refusal(
      'no-file',
      `${client.label} keeps its entries in the app; use its link or paste the snippet`,
    );
  return isThere
    ? new Refusal(
        'not-installed',
        `${client.label} has made no folder for its settings yet; start it once`,
      )
    : new Refusal('not-installed', `${client.label} is not on this machine`);
}

function toChange(client: Client, file: string, outcome: EditOutcome): ClientChange {
  const { before, after, warnings } = outcome;
  const change = changedSpan(before, after);
  const boxed = isBoxed(file)
    ? [
        `${client.label} runs in a Flatpak sandbox there and may not be allowed to start programs outside it`,
      ]
    : [];
  const isDone = change !== undefined && outcome.outcome !== 'left';
  return {
    view: {
      client: client.id,
      file,
      outcome: outcome.outcome,
      ...(change === undefined ? {} : { change }),
      warnings: [...warnings, ...(outcome.outcome === 'installed' ? boxed : [])],
      hint: isDone ? reloadHint(client) : '',
    },
    before,
    after,
  };
}

function refusedChange(client: Client, file: string, error: unknown): ClientChange {
  const { reason, problem } = toRefusalView(client.label, file, error);
  return {
    view: { client: client.id, file, outcome: 'refused', reason, problem, warnings: [], hint: '' },
    before: undefined,
    after: undefined,
  };
}

function isBoxed(file: string): boolean {
  return file.includes('/.var/app/');
}
