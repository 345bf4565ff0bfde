import type { WindowServices } from '../contract/window-services.ts';
import type { Desktop } from './desktop.ts';
import type { Handle } from './handle.ts';

export function registerAccessHandlers(
  handle: Handle,
  services: WindowServices,
  desktop: Desktop,
): void {
  handle('access:get', () => services.access());
  handle('access:decide', async ({ callerClass, access, decision }) => {
    await services.setAccess(callerClass, access, decision);
    return services.access();
  });
  handle('access:addOverride', async (rule) => {
    await services.addOverride(rule);
    return services.access();
  });
  handle('access:removeOverride', async ({ index, rule }) => {
    await services.removeOverride(index, rule);
    return services.access();
  });
  handle('access:policy', async ({ name, isOn }) => {
    await services.setPolicy(name, isOn);
    return services.access();
  });
  handle('approvals:list', () => [...services.approvals()]);
  handle('approvals:decide', ({ id, decision }) => services.decide(id, decision, 'the window'));
  handle('approvals:show', () => {
    desktop.showApprovals();
    return null;
  });
  handle('credentials:list', () => services.credentials());
  handle('credentials:set', async ({ name, secret }) => {
    await services.setCredential(name, secret);
    return services.credentials();
  });
  handle('credentials:rename', async ({ from, to }) => {
    await services.renameCredential(from, to);
    return services.credentials();
  });
  handle('credentials:remove', async ({ name }) => {
    await services.removeCredential(name);
    return services.credentials();
  });
}
