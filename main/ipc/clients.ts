import type { ClientServices } from '../contract/client-services.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { Desktop } from './desktop.ts';
import type { Handle } from './handle.ts';

export function registerClientHandlers(
  handle: Handle,
  services: ClientServices,
  desktop: Desktop,
): void {
  handle('clients:list', async () => [...(await services.clients())]);
  handle('clients:install', async ({ id, ...options }) => [
    ...(await services.installClient(id, options)),
  ]);
  handle('clients:installAll', async (options) => [...(await services.installAllClients(options))]);
  handle('clients:remove', async ({ id, ...options }) => [
    ...(await services.removeClient(id, options)),
  ]);
  handle('clients:repair', async ({ id, ...options }) => [
    ...(await services.repairClient(id, options)),
  ]);
  handle('clients:snippet', ({ id }) => services.clientSnippet(id ?? undefined));
  handle('clients:copy', ({ id }) => {
    desktop.copy(services.clientSnippet(id ?? undefined).text);
    return null;
  });
  handle('clients:openFile', async ({ id }) => {
    const file = await services.clientFile(id);
    if (file === undefined)
      throw new GatewayError('client-unknown', `"${id}" has no file yet; install it first`);
    await desktop.openPath(file);
    return null;
  });
  handle('clients:openLink', async ({ id }) => {
    const link = (await services.clients()).find((client) => client.id === id)?.routes.link;
    if (link === undefined)
      throw new GatewayError('client-unknown', `"${id}" has no link; install it into its file`);
    await desktop.openLink(link);
    return null;
  });
  handle('clients:openBundle', async () => {
    await desktop.openPath(await services.writeClientBundle());
    return null;
  });
}
