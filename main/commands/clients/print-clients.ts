import type { ClientInstaller } from '../../clients/client-installer.ts';
import { listClients } from '../../clients/client-state.ts';
import { escapeLine } from '../../contract/escape-hidden.ts';
import { nextInEnglish } from '../../contract/client-next.ts';
import type { ClientView } from '../../contract/client-views.ts';
import { alignColumns } from '../align-columns.ts';
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
  const lines = alignColumns(
    views.map((view) => [view.id, view.state, escapeLine(note(view))]),
    [20, 15],
  );
  for (const [index, view] of views.entries()) {
    await print(lines[index] ?? '');
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
