import type { ClientChange } from '../../clients/client-change.ts';
import type { ClientInstaller } from '../../clients/client-installer.ts';
import { unifiedDiff } from '../../clients/diff/unified-diff.ts';
import { nextInEnglish } from '../../contract/client-next.ts';
import { print } from '../print.ts';
import { printJson } from '../list-json.ts';

interface Printing {
  readonly isDry: boolean;
  readonly isJson: boolean;
  /** Said when there was nothing to change. */
  readonly nothing: string;
}

/** Returns the exit code: 1 when anything was refused. */
export async function printChanges(
  installer: ClientInstaller,
  changes: readonly ClientChange[],
  { isDry, isJson, nothing }: Printing,
): Promise<number> {
  const isRefused = changes.some(({ view }) => view.outcome === 'refused');
  if (isJson) {
    const views = changes.map(({ view, before, after }) =>
      isDry ? { ...view, diff: unifiedDiff(view.file, before, after) } : view,
    );
    await printJson(views);
    return isRefused ? 1 : 0;
  }
  if (changes.length === 0) await print(nothing);
  for (const { view, before, after } of changes) {
    if (isDry && view.outcome !== 'refused')
      process.stdout.write(unifiedDiff(view.file, before, after));
    await print(
      view.problem ?? `${view.client}: ${isDry ? 'would be ' : ''}${view.outcome} ${view.file}`,
    );
    if (view.reason === 'not-installed')
      await print(`  "toolmesh clients snippet ${view.client}" prints the entry to paste by hand`);
    if (view.reason === 'same-name-not-ours')
      await print('  choose with --other-name or --replace; --dry-run shows the change');
    for (const warning of view.warnings) await print(`  ${warning}`);
    if (view.next !== undefined && !isDry) await print(`  ${nextInEnglish(view.next)}`);
  }
  const isInstall = changes.some(({ view }) =>
    ['installed', 'updated', 'replaced'].includes(view.outcome),
  );
  if (isInstall && installer.world.launcher.isCheckout)
    await print('The entry starts this checkout: leave it where it is, with its out folder built');
  return isRefused ? 1 : 0;
}
