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

const agingMs = 15_000;

/** Shows the tray icon and keeps it in step with the gateway. Returns the removal. */
export function showTray(parts: TrayParts): () => void {
  const { services } = parts;
  let clients: readonly ClientView[] = [];
  const first = iconFileFor(parts, factsOf(parts, clients));
  const tray = new Tray(loadIcon(first));
  // Electron on macOS opens the menu on a click by itself.
  if (process.platform !== 'darwin') tray.on('click', parts.actions.open);

  let shown = { icon: first, tooltip: '', menu: '' };
  let aging: NodeJS.Timeout | undefined;
  const update = () => {
    const facts = factsOf(parts, clients);
    const words = parts.words();
    const template = trayMenu(facts, { ...parts.actions, ...switches }, words);
    // An open menu closes when it is replaced, so that happens only for a visible change.
    const [before, menu] = [shown, JSON.stringify(template)];
    shown = { icon: iconFileFor(parts, facts), tooltip: trayTooltip(facts, words), menu };
    if (shown.icon !== before.icon) tray.setImage(loadIcon(shown.icon));
    if (shown.tooltip !== before.tooltip) tray.setToolTip(shown.tooltip);
    if (shown.menu !== before.menu) tray.setContextMenu(Menu.buildFromTemplate(template));
    // Calls leave "the last minute" without an event. With none in it there is nothing to wake for.
    clearTimeout(aging);
    aging = facts.gateway.callsLastMinute > 0 ? setTimeout(update, agingMs) : undefined;
  };
  // A checkbox flips itself before its action has worked; drawing again shows what is true.
  const redraw = () => {
    shown = { ...shown, menu: '' };
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
  return () => {
    for (const stop of stops) stop();
    nativeTheme.off('updated', update);
    clearTimeout(aging);
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

function iconFileFor({ icons, desktop }: TrayParts, facts: TrayFacts): string {
  return trayIconFile(icons, {
    state: trayStateOf(facts.gateway, facts.attention),
    platform: process.platform,
    isPanelDark: isPanelDark(desktop, nativeTheme.shouldUseDarkColors),
  });
}

function loadIcon(file: string): Electron.NativeImage {
  const image = nativeImage.createFromPath(file);
  if (process.platform === 'darwin') image.setTemplateImage(true);
  return image;
}
