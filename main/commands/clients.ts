import type { ClientChange, ClientInstaller } from '../clients/client-installer.ts';
import { listClients } from '../clients/client-state.ts';
import { openClientInstaller } from '../clients/open-client-installer.ts';
import { snippetOf } from '../clients/snippet-of.ts';
import { unifiedDiff } from '../clients/diff/unified-diff.ts';
import { clientNamed } from '../clients/registry/known-clients.ts';
import { installThroughClient } from '../clients/through-client.ts';
import type { ClientView } from '../contract/client-views.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh clients [list] [--all]     clients on this machine and the state of our entry
       toolmesh clients install ID            add the entry to a client
       toolmesh clients install --all         to every client that is here and has none
       toolmesh clients remove ID             give the file back as it was
       toolmesh clients repair ID | --all     bring back entries that are gone or start an old place
       toolmesh clients snippet [ID]          print an entry to paste by hand

Options: --dry-run   print the exact change and write nothing
         --json      answer as JSON
         --profiles  also write to the profiles of an editor
         --via-client  let the client's own command add the entry (claude-code)`;

const verbs = ['list', 'install', 'remove', 'repair', 'snippet'];

const options = {
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  profiles: { type: 'boolean', default: false },
  'via-client': { type: 'boolean', default: false },
} as const;

export const clientsCommand: Command = {
  usage,
  async run(args) {
    const { values, words } = parseArguments(args, options, { least: 0, most: 2 });
    const [verb = 'list', id] = words;
    if (!verbs.includes(verb))
      throw new UsageError(`unknown verb "${verb}"${nearestHint(verb, verbs)}`);
    const installer = openClientInstaller(commandWorld());
    if (verb === 'list') return list(installer, values.all, values.json);
    if (verb === 'snippet') return snippet(installer, id, values.json);
    if (id !== undefined && values.all)
      throw new UsageError(`"${id}" and --all exclude each other`);
    if (id === undefined && !(values.all && verb !== 'remove'))
      throw new UsageError('ID is missing');
    const action = { dryRun: values['dry-run'], profiles: values.profiles };
    if (verb === 'install' && values['via-client'] && id !== undefined && !action.dryRun)
      return viaClient(installer, id, values.json);
    const changes: ClientChange[] = [];
    for (const one of id === undefined ? await idsFor(installer, verb) : [id])
      changes.push(...(await act(installer, verb, one, action)));
    return report(installer, changes, { isDry: action.dryRun, isJson: values.json });
  },
};

function act(
  installer: ClientInstaller,
  verb: string,
  id: string,
  action: { readonly dryRun: boolean; readonly profiles: boolean },
): Promise<readonly ClientChange[]> {
  if (verb === 'remove') return installer.remove(id, action);
  return verb === 'repair' ? installer.repair(id, action) : installer.install(id, action);
}

/** Clients without a file are left out of --all: there is nothing to write to. */
async function idsFor(installer: ClientInstaller, verb: string): Promise<readonly string[]> {
  const wanted = verb === 'repair' ? 'needs-repair' : 'not-installed';
  const views = await listClients(installer);
  return views
    .filter(({ isDetected, state, files }) => isDetected && state === wanted && files.length > 0)
    .map(({ id }) => id);
}

async function list(installer: ClientInstaller, all: boolean, isJson: boolean): Promise<number> {
  const views = (await listClients(installer)).filter((view) => all || view.isDetected);
  if (isJson) {
    await print(JSON.stringify(views, null, 2));
    return 0;
  }
  for (const view of views) {
    await print(`${view.id.padEnd(20)}${view.state.padEnd(15)}${note(view)}`.trimEnd());
    for (const { file } of view.files.filter((one) => one.kind !== 'profile'))
      await print(`  ${file}`);
  }
  if (views.length === 0)
    await print('No client that is known was found; see "toolmesh clients snippet"');
  return 0;
}

function note({ isDetected, hint, lastSeen }: ClientView): string {
  if (!isDetected) return 'not on this machine';
  if (hint !== '') return hint;
  return lastSeen === undefined
    ? ''
    : `${lastSeen.version}, last ${new Date(lastSeen.at).toISOString()}`;
}

async function report(
  installer: ClientInstaller,
  changes: readonly ClientChange[],
  { isDry, isJson }: { readonly isDry: boolean; readonly isJson: boolean },
): Promise<number> {
  const isRefused = changes.some(({ view }) => view.outcome === 'refused');
  if (isJson) {
    const views = changes.map(({ view, before, after }) =>
      isDry ? { ...view, diff: unifiedDiff(view.file, before, after) } : view,
    );
    await print(JSON.stringify(views, null, 2));
    return isRefused ? 1 : 0;
  }
  if (changes.length === 0) await print('Nothing to do');
  for (const { view, before, after } of changes) {
    if (isDry && view.outcome !== 'refused')
      process.stdout.write(unifiedDiff(view.file, before, after));
    await print(view.problem ?? `${view.client}: ${view.outcome} ${view.file}`);
    for (const warning of view.warnings) await print(`  ${warning}`);
    if (view.hint !== '' && !isDry) await print(`  ${view.hint}`);
  }
  const isInstall = changes.some(
    ({ view }) => view.outcome === 'installed' || view.outcome === 'updated',
  );
  if (isInstall && installer.world.launcher.isCheckout)
    await print('The entry starts this checkout; build it before a client does');
  return isRefused ? 1 : 0;
}

async function viaClient(installer: ClientInstaller, id: string, isJson: boolean): Promise<number> {
  const client = clientNamed(installer.world.registry, id);
  const [target] = await installer.targets(client);
  const entry = target === undefined ? 'absent' : await installer.entryState(client, target.file);
  await installThroughClient(installer, client, entry);
  const now = target === undefined ? 'absent' : await installer.entryState(client, target.file);
  await print(isJson ? JSON.stringify({ client: id, entry: now }) : `${id}: the entry is ${now}`);
  return now === 'current' ? 0 : 1;
}

async function snippet(
  installer: ClientInstaller,
  id: string | undefined,
  isJson: boolean,
): Promise<number> {
  const found = snippetOf(installer, id);
  await print(isJson ? JSON.stringify(found, null, 2) : found.text.trimEnd());
  return 0;
}
