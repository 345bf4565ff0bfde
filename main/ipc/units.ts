import type { AppServices } from '../contract/app-services.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { Handle } from './handle.ts';

/** Shows a folder in the file manager; rejects when the system has no way to. */
export type OpenFolder = (folder: string) => Promise<void>;

export function registerUnitHandlers(
  handle: Handle,
  services: AppServices,
  openFolder: OpenFolder,
): void {
  handle('units:list', () => [...services.units()]);
  handle('units:examples', async () => [...(await services.examples())]);
  handle('units:add', async ({ example }) => {
    await services.addExample(example);
    return [...services.units()];
  });
  handle('units:enable', async ({ unit, enabled }) => {
    await services.setUnitEnabled(unit, enabled);
    return [...services.units()];
  });
  handle('units:promote', async ({ unit, tool, promoted }) => {
    await services.setPromoted(unit, tool, promoted);
    return [...services.units()];
  });
  handle('units:open', async ({ unit }) => {
    const folder = services.unitFolder(unit);
    if (folder === undefined) {
      throw new GatewayError('config-invalid', `Unit "${unit}" has no folder; reload the list`);
    }
    await openFolder(folder);
    return null;
  });
  handle('units:browse', async () => {
    await openFolder(services.gateway().unitsFolder);
    return null;
  });
}
