import type { AppServices } from '../contract/app-services.ts';
import type { Handle } from './handle.ts';

export function registerSavingsHandlers(handle: Handle, services: AppServices): void {
  handle('savings:get', () => services.savings());
}
