import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GatewayError } from '../platform/gateway-error.ts';
import { entryName } from './entry/entry-name.ts';
import type { Launcher } from './entry/launcher.ts';
import { mcpbBundle } from './entry/mcpb-bundle.ts';
import { toRefusalView } from './refusal-view.ts';

/** The bundle that Claude Desktop installs when it is opened; returns its path. */
export async function writeBundle(
  launcher: Launcher,
  version: string,
  folder: string,
): Promise<string> {
  try {
    launcher.expectPermanent();
  } catch (error) {
    const { problem } = toRefusalView('Claude Desktop', '', error);
    throw new GatewayError('client-refused', problem, { cause: error });
  }
  const file = path.join(folder, 'ToolMesh.mcpb');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, mcpbBundle(entryName, version, launcher.launchFor('claude-desktop')));
  return file;
}
