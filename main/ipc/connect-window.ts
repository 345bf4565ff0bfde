import type { WindowServices } from '../contract/window-services.ts';
import { registerAccessHandlers } from './access.ts';
import { registerAuditHandlers } from './audit.ts';
import { backendsView, registerBackendHandlers } from './backends.ts';
import { registerClientHandlers } from './clients.ts';
import type { Desktop } from './desktop.ts';
import type { Emit } from './emit.ts';
import { registerGatewayHandlers } from './gateway.ts';
import type { Handle } from './handle.ts';
import { registerSavingsHandlers } from './savings.ts';
import { registerSettingsHandlers, settingsView } from './settings.ts';
import { registerToolHandlers } from './tools.ts';
import { registerUnitHandlers } from './units.ts';

export interface WindowConnection {
  readonly services: WindowServices;
  readonly handle: Handle;
  readonly emit: Emit;
  readonly desktop: Desktop;
}

/** Everything a window can reach, in one list. Returns the disconnect. */
export function connectWindow({ services, handle, emit, desktop }: WindowConnection): () => void {
  registerGatewayHandlers(handle, services);
  registerUnitHandlers(handle, services, desktop);
  registerToolHandlers(handle, services);
  registerAuditHandlers(handle, services, desktop);
  registerSavingsHandlers(handle, services);
  registerClientHandlers(handle, services, desktop);
  registerBackendHandlers(handle, services);
  registerAccessHandlers(handle, services, desktop);
  registerSettingsHandlers(handle, services, desktop);

  const stops = [
    services.onGatewayChange(() => {
      emit('gateway:changed', services.gateway());
    }),
    services.onUnitsChange(() => {
      emit('units:changed', [...services.units()]);
      emit('backends:changed', backendsView(services));
    }),
    services.onToolChanges(() => {
      emit('backends:changed', backendsView(services));
    }),
    services.onAudit((rows) => {
      emit('audit:appended', [...rows]);
      emit('savings:changed', services.savings());
    }),
    services.onRunningChange(() => {
      emit('audit:runningChanged', [...services.runningCalls()]);
    }),
    services.onTryProgress((progress) => {
      emit('tools:progress', progress);
    }),
    services.onClientsChange(() => {
      // A list that could not be read is asked for again by whoever looks at it.
      void services.clients().then(
        (clients) => {
          emit('clients:changed', [...clients]);
        },
        () => undefined,
      );
    }),
    services.onApprovalsChange(() => {
      emit('approvals:changed', [...services.approvals()]);
    }),
    services.onSettingsChange(() => {
      emit('settings:changed', settingsView(services, desktop));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
