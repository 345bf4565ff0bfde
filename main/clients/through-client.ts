// The client's own command line as the way in and out. It lays the whole file out anew, so a removal can't give the
// identical bytes back; the ledger only remembers whose entry it is and what stood in the place of the map.
import spawn from 'cross-spawn';
import { lookAtEntry } from './edits/look-at-entry.ts';
import { decodeState, readEntry, type EditOutcome, type Editing } from './edits/edit-file.ts';
import { commandLine } from './entry/is-ours.ts';
import { inspectFile } from './files/inspect-file.ts';
import { hashOf } from './files/ledger.ts';
import type { Launch } from './entry/launcher.ts';
import { Refusal } from './refusal.ts';
import type { Client } from './registry/client-schema.ts';
import type { ClientWorld } from './targets/expand-path.ts';
import { findOnPath } from './targets/resolve-targets.ts';

const commandMs = 30_000;

/** The words behind the program's name that add our entry. */
export function addWords(
  template: readonly string[],
  name: string,
  launch: Launch,
): readonly string[] {
  const json = JSON.stringify({ type: 'stdio', command: launch.command, args: launch.args });
  return template.map((word) => (word === '{json}' ? json : word.replace('{name}', name)));
}

/** Adding fails when the name is taken, so an old entry of ours goes first; somebody else's stays. */
export async function addThroughClient(
  editing: Editing,
  machine: ClientWorld,
): Promise<EditOutcome> {
  const { name, launch, ledger, client, file, now, isDryRun } = editing;
  const { program, add, remove } = await commandOf(client, name, launch, machine);
  const { state } = await lookAtEntry(editing);
  if (state === 'foreign')
    throw new Refusal(
      'same-name-not-ours',
      `it has an entry "${name}" that starts something else; rename or remove that one first`,
    );
  const found = decodeState(await inspectFile(file)).text;
  const before = found === '' ? undefined : found;
  if (state === 'current') return { outcome: 'unchanged', before, after: before, warnings: [] };
  if (isDryRun)
    throw new Refusal('no-file', `what "${client.label}" writes is not known before it has`);
  const { mapBefore } = readEntry(editing, found);
  const record = await ledger.find(file, name);
  if (state === 'stale') await run(program, remove, machine.env);
  await run(program, add, machine.env);
  if ((await lookAtEntry(editing)).state !== 'current')
    throw new Refusal('check-failed', `"${client.label}" did not write the entry it was given`);
  const written = await inspectFile(file);
  await ledger.remember(
    {
      ...{ client: client.id, name, file, installedAt: now() },
      after: hashOf(written.bytes ?? Buffer.alloc(0)),
      mapBefore: record?.mapBefore ?? mapBefore,
      createdFile: record?.createdFile ?? before === undefined,
      createdFolders: record?.createdFolders ?? [],
    },
    undefined,
    commandLine(launch),
  );
  const outcome = state === 'stale' ? 'updated' : 'installed';
  return { outcome, before, after: decodeState(written).text, warnings: [] };
}

export async function removeThroughClient(
  editing: Editing,
  machine: ClientWorld,
): Promise<EditOutcome> {
  const { name, launch, ledger, client, file, isDryRun } = editing;
  const { program, remove } = await commandOf(client, name, launch, machine);
  const { state } = await lookAtEntry(editing);
  const before = decodeState(await inspectFile(file)).text;
  if (state === 'foreign' || state === 'absent') {
    if (!isDryRun) await ledger.forget(file, name);
    return {
      outcome: state === 'foreign' ? 'left' : 'absent',
      before,
      after: before,
      warnings: [],
    };
  }
  if (isDryRun)
    throw new Refusal('no-file', `what "${client.label}" writes is not known before it has`);
  await run(program, remove, machine.env);
  await ledger.forget(file, name);
  const after = decodeState(await inspectFile(file)).text;
  return { outcome: 'removed', before, after, warnings: [] };
}

async function commandOf(
  { command, label }: Client,
  name: string,
  launch: Launch,
  machine: ClientWorld,
): Promise<{ program: string; add: readonly string[]; remove: readonly string[] }> {
  if (command === undefined)
    throw new Refusal('no-file', `${label} has no command that adds an entry`);
  const program = await findOnPath(command.program, machine);
  if (program === undefined)
    throw new Refusal('not-installed', `"${command.program}" is not on PATH`);
  const remove = command.remove.map((word) => word.replace('{name}', name));
  return { program, add: addWords(command.add, name, launch), remove };
}

/** No shell: git-bash and the like turn arguments such as `/c` into paths. */
function run(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...words], {
      env: { ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
      timeout: commandMs,
    });
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(-500);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Refusal(
            'check-failed',
            `"${program} ${words.slice(0, 2).join(' ')}" ended with ${code ?? 'a signal'}: ${complaint.trim()}`,
          ),
        );
    });
  });
}
