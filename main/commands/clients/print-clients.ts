import type { ClientInstaller } from '../../clients/client-installer.ts';
import { listClients } from '../../clients/client-state.ts';
import { nextInEnglish } from '../../contract/client-next.ts';
import type { ClientView } from '../../contract/client-views.ts';
import { print } from '../print.ts';
import { printJson } from '../list-json.ts';

export async function printClients(
  installer: ClientInstaller,
  all: boolean,
  isJson: boolean,
): Promise<number> {
  const views = (await listClients(installer)).filter((view) => all || view.isDetected);
  if (isJson) {
    await printJson(views);
    return 0;
  }
  for (const view of views) {
    await print(`${view.id.padEnd(20)}${view.state.padEnd(15)}${note(view)}`.trimEnd());
    for (const { file } of view.files.filter((one) => one.kind !== 'profile'))
      await print(`  ${file}`);
  }
  if (views.length === 0)
    await print(
      'No client that is known was found; "toolmesh clients --all" lists those, "toolmesh clients snippet" is for any other',
    );
  return 0;
}

function note({ isDetected, next, lastSeen }: ClientView): string {
  if (!isDetected) return 'not on this machine';
  if (next !== undefined) return nextInEnglish(next);
  return lastSeen === undefined
    ? ''
    : `${lastSeen.version}, last ${new Date(lastSeen.at).toISOString()}`;
}
