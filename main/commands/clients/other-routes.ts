// The ways in that edit no file: something to paste, a link, a bundle.
import path from 'node:path';
import type { ClientInstaller } from '../../clients/client-installer.ts';
import { viewClient } from '../../clients/client-state.ts';
import { clientNamed } from '../../clients/registry/known-clients.ts';
import { snippetOf } from '../../clients/snippet-of.ts';
import { writeBundle } from '../../clients/write-bundle.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { browserOpener } from '../../platform/open-browser.ts';
import type { CommandWorld } from '../command-world.ts';
import { print } from '../print.ts';
import { printJson } from '../list-json.ts';

export async function printSnippet(
  installer: ClientInstaller,
  id: string | undefined,
  isJson: boolean,
): Promise<number> {
  const found = snippetOf(installer, id);
  await (isJson ? printJson(found) : print(found.text.trimEnd()));
  return 0;
}

export async function printLink(
  installer: ClientInstaller,
  { env }: CommandWorld,
  id: string,
  isOpened: boolean,
): Promise<number> {
  const client = clientNamed(installer.world.registry, id);
  const { link } = (await viewClient(installer, client)).routes;
  if (link === undefined)
    throw new GatewayError(
      'client-unknown',
      `Client "${id}" has no link; install it into its file with "toolmesh clients install ${id}"`,
    );
  await print(link);
  if (!isOpened) process.stderr.write('Open it in a browser, or add --open\n');
  if (isOpened) await browserOpener(env)(link);
  return 0;
}

export async function printBundle(
  installer: ClientInstaller,
  { env, paths, version }: CommandWorld,
  isOpened: boolean,
): Promise<number> {
  const folder = path.join(paths.dataFolder, 'clients');
  const file = await writeBundle(installer.world.launcher, version, folder);
  await print(file);
  if (!isOpened) process.stderr.write('Open it with Claude Desktop, or add --open\n');
  if (isOpened) await browserOpener(env)(file);
  return 0;
}
