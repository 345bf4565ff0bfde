import type { DesktopSettingsView } from '../contract/setup-channels.ts';
import type { WindowServices } from '../contract/window-services.ts';
import type { Desktop } from './desktop.ts';
import type { Handle } from './handle.ts';

export function registerSettingsHandlers(
  handle: Handle,
  services: WindowServices,
  desktop: Desktop,
): void {
  handle('settings:get', () => settingsView(services, desktop));
  handle('settings:change', async (change) => {
    await services.changeSetting(change);
    return settingsView(services, desktop);
  });
  handle('settings:login', ({ enabled }) => {
    desktop.setStartsAtLogin(enabled);
    return settingsView(services, desktop);
  });
  handle('settings:openFolder', async ({ folder }) => {
    const { configFolder, dataFolder } = services.settings();
    await desktop.openPath(folder === 'config' ? configFolder : dataFolder);
    return null;
  });
  handle('tokens:list', async () => [...(await services.tokens())]);
  handle('tokens:create', async ({ name, client }) => {
    desktop.copy(await services.createToken(name, client));
    return [...(await services.tokens())];
  });
  handle('tokens:revoke', async ({ name }) => {
    await services.revokeToken(name);
    return [...(await services.tokens())];
  });
}

export function settingsView(services: WindowServices, desktop: Desktop): DesktopSettingsView {
  return {
    settings: services.settings(),
    startsAtLogin: desktop.startsAtLogin(),
    version: desktop.version,
  };
}
