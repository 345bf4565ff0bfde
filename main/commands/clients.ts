import type { ClientChange } from '../clients/client-change.ts';
import type { ActionOptions, ClientInstaller } from '../clients/client-installer.ts';
import { listClients } from '../clients/client-state.ts';
import { openClientInstaller } from '../clients/open-client-installer.ts';
import { printBundle, printLink, printSnippet } from './clients/other-routes.ts';
import { printChanges } from './clients/print-changes.ts';
import { printClients } from './clients/print-clients.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseVerb } from './parse-verb.ts';
import { jsonOption } from './list-json.ts';

const usage = `Usage: toolmesh clients [list] [--all]        clients on this machine and the state of our entry
       toolmesh clients install ID            add the entry to a client
       toolmesh clients install --all         to every client that is here and has none
       toolmesh clients remove ID             give the file back as it was
       toolmesh clients repair ID | --all     bring back entries that are gone or start an old place
       toolmesh clients snippet [ID]          print an entry to paste by hand
       toolmesh clients link ID [--open]      print, or open, the link by which a client asks for the entry itself
       toolmesh clients bundle [--open]       write, and open, the bundle that Claude Desktop installs itself

Options: --dry-run     print the exact change and write nothing
         --json        answer as JSON
         --profiles    also write to the profiles of an editor
         --via-client  let the client's own command add or remove the entry (claude-code)

Where an entry that is not ours has the name already, nothing is written without one of these:
         --other-name  install beside it, as "toolmesh-2"
         --replace     ours takes its place; a removal brings it back`;

const change = ['dry-run', 'json', 'profiles', 'via-client'];
const verbs = {
  list: { options: ['all', 'json'] },
  install: { more: 1, options: ['all', 'replace', 'other-name', ...change] },
  remove: { more: 1, options: change },
  repair: { more: 1, options: ['all', 'replace', 'other-name', ...change] },
  snippet: { more: 1, options: ['json'] },
  link: { more: 1, options: ['open'] },
  bundle: { options: ['open'] },
} as const;

const options = {
  all: { type: 'boolean', default: false },
  ...jsonOption,
  open: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  'other-name': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  profiles: { type: 'boolean', default: false },
  'via-client': { type: 'boolean', default: false },
} as const;

export const clientsCommand: Command = {
  usage,
  async run(args) {
    const { verb, words, values } = parseVerb(args, options, verbs, 'list');
    const [id] = words;
    const world = commandWorld();
    const installer = openClientInstaller(world);
    if (verb === 'list') return printClients(installer, values.all, values.json);
    if (verb === 'snippet') return printSnippet(installer, id, values.json);
    if (verb === 'bundle') return printBundle(installer, world, values.open);
    if (id !== undefined && values.all)
      throw new UsageError(`"${id}" and --all exclude each other`);
    if (id === undefined && !(values.all && (verb === 'install' || verb === 'repair')))
      throw new UsageError('ID is missing');
    if (values.replace && (values['other-name'] || id === undefined))
      throw new UsageError('--replace goes with one ID and without --other-name');
    if (verb === 'link') return printLink(installer, world, id ?? '', values.open);
    const action: ActionOptions = {
      dryRun: values['dry-run'],
      profiles: values.profiles,
      viaClient: values['via-client'],
      conflict: values.replace ? 'replace' : values['other-name'] ? 'other-name' : 'refuse',
    };
    const changes: ClientChange[] = [];
    for (const one of id === undefined ? await idsFor(installer, verb) : [id])
      changes.push(...(await act(installer, verb, one, action)));
    return printChanges(installer, changes, {
      isDry: values['dry-run'],
      isJson: values.json,
      nothing: nothingToDo(verb, id),
    });
  },
};

function nothingToDo(verb: 'install' | 'remove' | 'repair', id: string | undefined): string {
  if (id === undefined)
    return verb === 'install'
      ? 'No client was found that has no entry yet; "toolmesh clients" lists them'
      : 'No client was found whose entry needs a repair; "toolmesh clients" lists them';
  return verb === 'remove'
    ? `${id} has no entry of ToolMesh, so nothing was removed`
    : `${id} has no entry that needs a repair; "toolmesh clients install ${id}" adds one that was never there`;
}

function act(
  installer: ClientInstaller,
  verb: string,
  id: string,
  action: ActionOptions,
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
