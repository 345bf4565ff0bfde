// All clients of this machine: which are there, what state our entry is in, and what to do about it.
import type { ConflictChoice } from '../contract/client-views.ts';
import { toChange, toRefusedChange, type ClientChange } from './client-change.ts';
import type { Sighting } from './client-sightings.ts';
import type { EditOutcome, Editing } from './edits/edit-file.ts';
import { installEntry } from './edits/install-entry.ts';
import { lookAtEntry, type EntryLook } from './edits/look-at-entry.ts';
import { removeEntry } from './edits/remove-entry.ts';
import { entryName, otherNames } from './entry/entry-name.ts';
import type { Launcher } from './entry/launcher.ts';
import { expectQuit, expectStartable, isRunning, nowhere } from './expect-ready.ts';
import type { Ledger } from './files/ledger.ts';
import type { FormatName } from './formats/format-of.ts';
import { Refusal } from './refusal.ts';
import type { Client, Registry } from './registry/client-schema.ts';
import { clientNamed, shapeOf } from './registry/known-clients.ts';
import type { RunningPrograms } from './running/running-programs.ts';
import type { ClientWorld } from './targets/expand-path.ts';
import { isDetected, resolveTargets, type Target } from './targets/resolve-targets.ts';
import { addThroughClient, removeThroughClient } from './through-client.ts';

export interface InstallerWorld {
  readonly registry: Registry;
  readonly machine: ClientWorld;
  readonly launcher: Launcher;
  readonly ledger: Ledger;
  readonly running: RunningPrograms;
  readonly sighting: (client: string) => Sighting | undefined;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

// Claude Code 2.1.197, started in the same moment, took the lock after us and put back what it had read before: once in
// six removals. It has written by then.
const settleMs = 1500;

export interface ActionOptions {
  readonly dryRun?: boolean | undefined;
  readonly profiles?: boolean | undefined;
  /** What becomes of somebody else's entry that has our name; without a choice nothing is written. */
  readonly conflict?: ConflictChoice | undefined;
  /** The client's own command writes the file. */
  readonly viaClient?: boolean | undefined;
}

type Edit = (editing: Editing) => Promise<EditOutcome>;

export class ClientInstaller {
  readonly world: InstallerWorld;

  constructor(world: InstallerWorld) {
    this.world = world;
  }

  /** Into every file of the client that is written without asking, and its profiles on request. */
  async install(id: string, options: ActionOptions = {}): Promise<readonly ClientChange[]> {
    const client = clientNamed(this.world.registry, id);
    const files = async (): Promise<readonly string[]> => {
      const targets = await this.targets(client);
      const chosen = targets.filter(({ kind }) => kind !== 'profile' || options.profiles === true);
      if (chosen.length === 0 || !(await this.isPresent(client, chosen)))
        throw nowhere(client, await isDetected(client, this.world.machine));
      await this.#expectReady(client);
      return chosen.map(({ file }) => file).slice(0, options.viaClient === true ? 1 : undefined);
    };
    const { machine } = this.world;
    return this.#onFiles(client, options, files, (editing) =>
      options.viaClient === true ? addThroughClient(editing, machine) : installEntry(editing),
    );
  }

  /** From every file it was ever written to, and from those that would be written now. */
  async remove(id: string, options: ActionOptions = {}): Promise<readonly ClientChange[]> {
    const client = clientNamed(this.world.registry, id);
    const { machine, running } = this.world;
    const files = async (): Promise<readonly string[]> => {
      await expectQuit(client, machine, running);
      const all = await this.#everyFile(client);
      return all.slice(0, options.viaClient === true ? 1 : undefined);
    };
    return this.#onFiles(client, options, files, (editing) =>
      options.viaClient === true ? removeThroughClient(editing, machine) : removeEntry(editing),
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
        const { state } = await this.look(client, file);
        if (state === 'stale' || (state === 'absent' && known.includes(file))) stale.push(file);
      }
      if (stale.length > 0) await this.#expectReady(client);
      return stale;
    };
    return this.#onFiles(client, options, files, installEntry);
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
  async look(client: Client, file: string): Promise<EntryLook> {
    return lookAtEntry(await this.#editing(client, file, { dryRun: true }));
  }

  async #editing(
    client: Client,
    file: string,
    { dryRun = false, conflict = 'refuse' }: ActionOptions,
  ): Promise<Editing> {
    const { registry, ledger, launcher, now } = this.world;
    if (client.format === undefined)
      throw new Refusal('no-file', `${client.label} keeps its entries in the app, not in a file`);
    const own = await ledger.ofClient(client.id, file);
    const editing: Editing = {
      client: client as Client & { readonly format: FormatName },
      shape: shapeOf(registry, client),
      file,
      name: own?.name ?? entryName,
      launch: launcher.launchFor(client.id),
      ledger,
      isDryRun: dryRun,
      isReplacing: conflict === 'replace',
      now,
    };
    return conflict === 'other-name' ? underFreeName(editing) : editing;
  }

  async #expectReady(client: Client): Promise<void> {
    const { launcher, machine, running } = this.world;
    expectStartable(client, launcher);
    await expectQuit(client, machine, running);
  }

  /** A client that runs may write what it has in memory over the change, lock or no lock. */
  async #expectKept(editing: Editing, { outcome, before, after }: EditOutcome): Promise<void> {
    const { machine, running, pause } = this.world;
    const { client, isDryRun } = editing;
    if (isDryRun || before === after || !(await isRunning(client, machine, running))) return;
    await pause(settleMs);
    const { state } = await lookAtEntry(editing);
    const isGone = outcome === 'removed' || outcome === 'restored';
    if (isGone ? state !== 'current' : state === 'current') return;
    throw new Refusal(
      'client-running',
      `${client.label} is running and wrote its own copy over the change; quit it and do it again`,
    );
  }

  async #everyFile(client: Client): Promise<readonly string[]> {
    const records = (await this.world.ledger.records()).filter((one) => one.client === client.id);
    const targets = await this.targets(client);
    return [...new Set([...records, ...targets].map(({ file }) => file))];
  }

  /** One change for each file, and one for all of them when none can be written. */
  async #onFiles(
    client: Client,
    options: ActionOptions,
    files: () => Promise<readonly string[]>,
    edit: Edit,
  ): Promise<readonly ClientChange[]> {
    const act = async (): Promise<readonly ClientChange[]> => {
      const changes: ClientChange[] = [];
      for (const file of await files()) {
        const change = this.#editing(client, file, options)
          .then(async (editing) => {
            const outcome = await edit(editing);
            await this.#expectKept(editing, outcome);
            return toChange(client, file, outcome);
          })
          .catch((error: unknown) => toRefusedChange(client, file, error));
        changes.push(await change);
      }
      return changes;
    };
    const done = options.dryRun === true ? act() : this.world.ledger.locked(act);
    return done.catch((error: unknown) => [toRefusedChange(client, '', error)]);
  }
}

async function underFreeName(editing: Editing): Promise<Editing> {
  for (const name of [editing.name, ...otherNames]) {
    const named = { ...editing, name };
    if ((await lookAtEntry(named)).state !== 'foreign') return named;
  }
  throw new Refusal('same-name-not-ours', `"${editing.name}" and all names like it are taken`);
}
