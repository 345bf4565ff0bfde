// The client's own command line as the way in: it knows best how to write its file, at the price that it lays the whole
// file out anew and a removal can't give the identical bytes back.
import spawn from 'cross-spawn';
import { entryName, type ClientInstaller } from './client-installer.ts';
import type { EntryState } from './edit-target.ts';
import type { Launch } from './entry/launcher.ts';
import { Refusal } from './refusal.ts';
import type { Client } from './registry/client-schema.ts';
import { findOnPath } from './targets/resolve-targets.ts';

const commandMs = 30_000;

/** The words behind the program's name that add our entry. */
export function addWords(template: readonly string[], launch: Launch): readonly string[] {
  const json = JSON.stringify({ type: 'stdio', command: launch.command, args: launch.args });
  return template.map((word) => (word === '{json}' ? json : word.replace('{name}', entryName)));
}

/** Adding fails when the name is taken, so an old entry of ours goes first; somebody else's stays. */
export async function installThroughClient(
  { world }: ClientInstaller,
  client: Client,
  entry: EntryState,
): Promise<void> {
  const { command } = client;
  if (command === undefined)
    throw new Refusal('no-file', `${client.label} has no command that adds an entry`);
  if (entry === 'foreign')
    throw new Refusal(
      'same-name-not-ours',
      `it has an entry "${entryName}" that starts something else`,
    );
  const program = await findOnPath(command.program, world.machine);
  if (program === undefined)
    throw new Refusal('not-installed', `"${command.program}" is not on PATH`);
  world.launcher.expectPermanent();
  const launch = world.launcher.launchFor(client.id);
  const removal = command.remove.map((word) => word.replace('{name}', entryName));
  if (entry !== 'absent') await run(program, removal, world.machine.env);
  await run(program, addWords(command.add, launch), world.machine.env);
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
