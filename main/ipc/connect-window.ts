import type { AppServices } from '../contract/app-services.ts';
import { registerAuditHandlers } from './audit.ts';
import type { Emit } from './emit.ts';
import { registerGatewayHandlers } from './gateway.ts';
import type { Handle } from './handle.ts';
import { registerSavingsHandlers } from './savings.ts';
import { registerUnitHandlers, type OpenFolder } from './units.ts';

export interface WindowConnection {
  readonly services: AppServices;
  readonly handle: Handle;
  readonly emit: Emit;
  readonly openFolder: OpenFolder;
}

/** Everything a window can reach, in one list. Returns the disconnect. */
export function connectWindow({
  services,
  handle,
  emit,
  openFolder,
}: WindowConnection): () => void {
  registerGatewayHandlers(handle, services);
  registerUnitHandlers(handle, services, openFolder);
  registerAuditHandlers(handle, services);
  registerSavingsHandlers(handle, services);

  const stops = [
    services.onGatewayChange(() => {
      emit('gateway:changed', services.gateway());
    }),
    services.onUnitsChange(() => {
      emit('units:changed', [...services.units()]);
    }),
    services.onAudit((rows) => {
      emit('audit:appended', [...rows]);
      emit('savings:changed', services.savings());
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
