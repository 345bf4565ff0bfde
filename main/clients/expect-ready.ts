// What has to be so before a client's file is written: the entry will start something, and the client will not write
// over it.
import path from 'node:path';
import type { Launcher } from './entry/launcher.ts';
import { Refusal } from './refusal.ts';
import type { Client } from './registry/client-schema.ts';
import type { RunningPrograms } from './running/running-programs.ts';
import { expandPath, type ClientWorld } from './targets/expand-path.ts';

export function expectStartable(client: Client, launcher: Launcher): void {
  launcher.expectPermanent();
  const { command } = launcher.launchFor(client.id);
  if (client.blankInCommand === 'refused' && command.includes(' '))
    throw new Refusal(
      'place-not-permanent',
      `it can't start a program whose path holds a blank (${command}); install ToolMesh in a folder without one`,
    );
}

/** A client that writes its file from memory would lose our entry, or we its last changes. */
export async function expectQuit(
  client: Client,
  machine: ClientWorld,
  running: RunningPrograms,
): Promise<void> {
  for (const other of client.yieldsTo)
    for (const file of await expandPath(other, machine))
      if ((await machine.files.kind(file)) === 'file')
        throw new Refusal(
          'no-file',
          `${client.label} reads ${path.basename(file)} instead; paste the snippet there`,
        );
  if (!client.lock && (await isRunning(client, machine, running)))
    throw new Refusal(
      'client-running',
      `${client.label} is running and writes this file from memory; quit it first, from its tray icon, too`,
    );
}

/** Whether a client that keeps its file in memory runs now. */
export async function isRunning(
  { ownsFile, processes }: Client,
  { platform }: ClientWorld,
  running: RunningPrograms,
): Promise<boolean> {
  if (!ownsFile || processes.length === 0) return false;
  const names = await running();
  return processes.some((name) => names.some((one) => isNamed(one, name, platform)));
}

/** Elsewhere than on Windows the case tells apps from commands: `Claude` is the desktop app, `claude` is Claude Code. */
function isNamed(running: string, name: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return running.toLowerCase() === name.toLowerCase();
  // Linux cuts the names of processes at 15 letters.
  return running === name || running === name.slice(0, 15);
}

/** Why nothing of a client can be written anywhere. */
export function nowhere(client: Client, isThere: boolean): Refusal {
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
