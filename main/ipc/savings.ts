import type { WindowServices } from '../contract/window-services.ts';
import type { Handle } from './handle.ts';

export function registerSavingsHandlers(handle: Handle, services: WindowServices): void {
  handle('savings:get', () => services.savings());
  handle('savings:days', async ({ days }) => [...(await services.savedDays(days))]);
  handle('savings:economy', ({ client }) => services.economy(client));
}
