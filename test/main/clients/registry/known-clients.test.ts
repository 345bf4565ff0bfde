// Every row of the registry: what it says is consistent, and an entry goes in and comes out on every system it names.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { Client, ClientPlace } from '../../../../main/clients/registry/client-schema.ts';
import { knownClients, shapeOf } from '../../../../main/clients/registry/known-clients.ts';
import { expandPath } from '../../../../main/clients/targets/expand-path.ts';
import { clientHome, type ClientHome } from '../../../builders/client-home.ts';

const registry = knownClients();
const systems = { mac: 'darwin', win: 'win32', linux: 'linux' } as const;
type System = keyof typeof systems;
const systemNames = Object.keys(systems) as System[];
const foreignTokens: Readonly<Record<System, RegExp>> = {
  mac: /\{(appdata|localappdata|xdg)\}/,
  win: /\{xdg\}|\/Library\/|\/\.var\//,
  linux: /\{(appdata|localappdata)\}|\/Library\//,
};
let home: ClientHome;

beforeEach(() => {
  home = clientHome();
  // Some clients start nothing from a path with a blank.
  home.world.app = '/opt/toolmesh';
});
afterEach(() => {
  home.remove();
});

test('every client has a name of its own and a known shape', () => {
  const ids = registry.clients.map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(registry.clients.map((client) => shapeOf(registry, client))).toHaveLength(ids.length);
});

test.each(registry.clients)('$id is described without a contradiction', (client) => {
  const faults = systemNames.flatMap((system) =>
    (client.places[system] ?? []).flatMap((place) => faultsOf(client, place, system)),
  );
  if (client.format === undefined && Object.keys(client.places).length > 0)
    faults.push('no format');
  if (client.format !== undefined && Object.keys(client.places).length === 0)
    faults.push('no place');
  if (client.format === undefined && client.link === undefined && client.id !== 'raycast')
    faults.push('no way in');
  if (client.ownsFile && !client.lock && client.processes.length === 0)
    faults.push('nobody could tell that it runs');
  if (client.key.length === 0 && client.format !== undefined && !shapeOf(registry, client).isList)
    faults.push('no key');
  if (client.namePattern !== undefined && !new RegExp(client.namePattern).test('toolmesh'))
    faults.push('refuses our name');
  for (const { file } of client.overrides ?? [])
    if (!file.includes('{value}')) faults.push(`${file} does not follow its variable`);

  expect(faults).toEqual([]);
});

function faultsOf(client: Client, place: ClientPlace, system: System): string[] {
  const { file, folder, alsoNamed = [] } = place;
  const faults: string[] = [];
  if (foreignTokens[system].test(file + folder)) faults.push(`${file} is of another system`);
  // Visual Studio's file lies in the home folder, and its own folder only tells that it is there.
  if (!file.startsWith(`${folder}/`) && client.id !== 'visual-studio')
    faults.push(`${file} does not lie in ${folder}`);
  const wanted = { json: /\.jsonc?$/, toml: /\.toml$/, yaml: /\.ya?ml$/ };
  const kind = client.format === 'toml' || client.format === 'yaml' ? client.format : 'json';
  for (const name of [file, ...alsoNamed])
    if (!wanted[kind].test(name)) faults.push(`${name} is not ${kind}`);
  return faults;
}

const rows = registry.clients.flatMap((client) =>
  systemNames.flatMap((system) =>
    (client.places[system] ?? []).map((place) => ({ id: client.id, system, client, place })),
  ),
);

test.each(rows)('$id on $system takes the entry in $place.file and gives it back', async (row) => {
  const { client, place, system } = row;
  home.world.platform = systems[system];
  const concrete = (template: string): string => template.replaceAll('*', 'x1');
  const [folder = ''] = await expandPath(concrete(place.folder), home.installer.world.machine);
  mkdirSync(folder, { recursive: true });
  const [file = ''] = await expandPath(concrete(place.file), home.installer.world.machine);
  const before = needed(client);
  if (before !== undefined || client.places[system]?.[0]?.folder === '{home}')
    home.write(path.relative(home.file(''), file), before ?? '');
  const options = { profiles: true };
  const changes = await home.installer.install(client.id, options);
  const entry = entryIn(client, home.read(path.relative(home.file(''), file)));

  expect(changes.map(({ view }) => `${view.outcome} ${view.file}`)).toContain(`installed ${file}`);
  expect(JSON.stringify(entry)).toContain(`"stdio","--client","${client.id}"`);
  expect(JSON.stringify(entry)).toContain('/opt/toolmesh/node');
  await home.installer.remove(client.id, options);
  expect(existsSync(file) ? home.read(path.relative(home.file(''), file)) : undefined).toBe(
    before ?? (client.places[system]?.[0]?.folder === '{home}' ? '' : undefined),
  );
});

/** What must stand in the file of clients that need more in it than our entry. */
function needed({ id }: Client): string | undefined {
  if (id === 'continue') return 'name: mine\nversion: 0.0.1\n';
  return id === 'muse' ? '{ "schema_version": 1 }' : undefined;
}

/** Read as the client would, by parsers that the installer does not write with. */
function entryIn(client: Client, text: string): unknown {
  const data = parsed(client, text);
  const map = client.key.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>>)[name],
    data,
  );
  return Array.isArray(map)
    ? map.find((item) => (item as { name: string }).name === 'toolmesh')
    : (map as Readonly<Record<string, unknown>>)['toolmesh'];
}

function parsed({ format }: Client, text: string): unknown {
  if (format === 'toml') return parseToml(text);
  if (format === 'yaml') return parseYaml(text);
  if (format === 'json') return JSON.parse(text);
  const errors: ParseError[] = [];
  const data: unknown = parseJsonc(text, errors, { allowTrailingComma: format === 'jsonc' });
  expect(errors).toEqual([]);
  return data;
}
