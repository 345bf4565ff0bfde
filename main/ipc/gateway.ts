import type { AppServices } from '../contract/app-services.ts';
import type { Handle } from './handle.ts';

export function registerGatewayHandlers(handle: Handle, services: AppServices): void {
  handle('gateway:get', () => services.gateway());
  handle('gateway:pause', ({ paused }) => {
    services.setPaused(paused);
    return services.gateway();
  });
}
