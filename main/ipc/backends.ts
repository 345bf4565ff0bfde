import type { BackendsView } from '../contract/setup-channels.ts';
import type { WindowServices } from '../contract/window-services.ts';
import type { Handle } from './handle.ts';

export function registerBackendHandlers(handle: Handle, services: WindowServices): void {
  const after = async (action: Promise<unknown>): Promise<BackendsView> => {
    await action;
    return backendsView(services);
  };
  handle('backends:list', () => backendsView(services));
  handle('backends:test', (draft) => services.testBackend(draft));
  handle('backends:add', (draft) => after(services.addBackend(draft)));
  handle('backends:remove', ({ name }) => after(services.removeBackend(name)));
  handle('backends:login', ({ name, unit }) => after(services.logInBackend(name, unit)));
  handle('backends:cancelLogin', ({ name, unit }) => {
    services.cancelLogin(name, unit);
    return null;
  });
  handle('backends:approve', (selection) => after(services.approveTools(selection)));
  handle('backends:hold', (selection) => after(services.holdTools(selection)));
  handle('backends:testNetdata', (draft) => services.testNetdata(draft));
  handle('backends:addNetdata', (draft) => after(services.addNetdata(draft)));
}

export function backendsView(services: WindowServices): BackendsView {
  return { rows: [...services.backendRows()], changes: [...services.toolChanges()] };
}
