import { Menu, nativeImage, nativeTheme, Tray } from 'electron';
import type { ClientView } from '../contract/client-views.ts';
import type { WindowServices } from '../contract/window-services.ts';
import { attentionItems } from '../contract/attention.ts';
import type { ShellWords } from './shell-words.ts';
import { isPanelDark, trayIconFile, trayStateOf } from './tray-icon.ts';
import { trayMenu, trayTooltip, type TrayActions, type TrayFacts } from './tray-menu.ts';

export interface TrayParts {
  readonly services: WindowServices;
  readonly words: () => ShellWords;
  readonly icons: string;
  /** Name of the Linux desktop, empty elsewhere. */
  readonly desktop: string;
  readonly startsAtLogin: () => boolean;
  readonly actions: TrayActions;
}

/** Shows the tray icon and keeps it in step with the gateway. Returns the removal. */
export function showTray(parts: TrayParts): () => void {
  const { services } = parts;
  let clients: readonly ClientView[] = [];
  const tray = new Tray(iconFor(parts, factsOf(parts, clients)));
  // Electron on macOS opens the menu on a click by itself.
  if (process.platform !== 'darwin') tray.on('click', parts.actions.open);

  let shown = '';
  const update = () => {
    const facts = factsOf(parts, clients);
    const words = parts.words();
    tray.setImage(iconFor(parts, facts));
    tray.setToolTip(trayTooltip(facts, words));
    const template = trayMenu(facts, { ...parts.actions, ...switches }, words);
    // An open menu closes when it is replaced, so that happens only for a visible change.
    const signature = JSON.stringify(template);
    if (signature === shown) return;
    shown = signature;
    tray.setContextMenu(Menu.buildFromTemplate(template));
  };
  // A checkbox flips itself before its action has worked; drawing again shows what is true.
  const redraw = () => {
    shown = '';
    update();
  };
  const switches: Pick<TrayActions, 'setUnitEnabled' | 'setStartsAtLogin'> = {
    setUnitEnabled: async (unit, enabled) => {
      await parts.actions.setUnitEnabled(unit, enabled);
      redraw();
    },
    setStartsAtLogin: (enabled) => {
      parts.actions.setStartsAtLogin(enabled);
      redraw();
    },
  };
  update();
  const readClients = () => {
    // Without the list the menu has no clients; the page says why.
    void services.clients().then(
      (found) => {
        clients = found;
        update();
      },
      () => undefined,
    );
  };
  readClients();

  const stops = [
    services.onApprovalsChange(update),
    services.onClientsChange(readClients),
    services.onToolChanges(update),
    services.onSettingsChange(redraw),
    services.onGatewayChange(update),
    services.onUnitsChange(update),
    services.onAudit(update),
  ];
  nativeTheme.on('updated', update);
  // Calls age out of "the last minute" without an event.
  const aging = setInterval(update, 15_000);
  return () => {
    for (const stop of stops) stop();
    nativeTheme.off('updated', update);
    clearInterval(aging);
    tray.destroy();
  };
}

function factsOf(
  { services, startsAtLogin }: TrayParts,
  clients: readonly ClientView[],
): TrayFacts {
  const gateway = services.gateway();
  const units = services.units();
  const approvals = services.approvals();
  const changes = services.toolChanges();
  const attention = attentionItems({ gateway, units, approvals, changes, clients }).length;
  return {
    ...{ gateway, units, clients, attention },
    approvals: approvals.length,
    startsAtLogin: startsAtLogin(),
  };
}

function iconFor({ icons, desktop }: TrayParts, facts: TrayFacts): Electron.NativeImage {
  const image = nativeImage.createFromPath(
    trayIconFile(icons, {
      state: trayStateOf(facts.gateway, facts.attention),
      platform: process.platform,
      isPanelDark: isPanelDark(desktop, nativeTheme.shouldUseDarkColors),
    }),
  );
  if (process.platform === 'darwin') image.setTemplateImage(true);
  return image;
}
