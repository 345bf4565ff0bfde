import { setTimeout as delay } from 'node:timers/promises';
import { app, nativeTheme, protocol, session, shell } from 'electron';
import type { WindowServices } from '../contract/window-services.ts';
import type { Logger } from '../platform/logger.ts';
import { onActivate } from './events/activate.ts';
import { onBeforeQuit } from './events/before-quit.ts';
import { onSecondInstance } from './events/second-instance.ts';
import { onWillQuit } from './events/will-quit.ts';
import { onWindowAllClosed } from './events/window-all-closed.ts';
import { denyPermissions } from './lock-down.ts';
import { attendApprovals } from './approval-window.ts';
import { attendLogins } from './attend-logins.ts';
import { createDesktop } from './desktop.ts';
import { watchGraphics, type Graphics } from './graphics.ts';
import { createLoginItem, type LaunchCommand } from './login-item.ts';
import { createMainWindow } from './main-window.ts';
import { notify } from './notify.ts';
import { servePage } from './page-protocol.ts';
import type { ShellPaths } from './shell-paths.ts';
import { shellWordsFor } from './shell-words.ts';
import { askProgram, hasTrayHost } from './tray-host.ts';
import { showTray, type TrayParts } from './tray.ts';

export interface ShellOptions {
  readonly services: WindowServices;
  /** Closes the gateway; quitting waits for it. */
  readonly close: () => Promise<void>;
  /** Settles when the command line wants the app to quit. */
  readonly stopAsked: Promise<void>;
  readonly paths: ShellPaths;
  readonly logger: Logger;
  readonly graphics: Graphics;
  /** Start in the tray; a desktop without one gets the window all the same. */
  readonly isHidden: boolean;
  /** What starts this app again at login. */
  readonly launch: LaunchCommand;
  /** Name of the Linux desktop, empty elsewhere. */
  readonly desktop: string;
}

/** Window, tray and lifecycle around a running gateway. The app must be ready. */
export async function startShell(options: ShellOptions): Promise<void> {
  const { services, paths, logger } = options;
  const words = () => {
    const { language } = services.settings();
    return shellWordsFor(language === 'system' ? app.getLocale() : language);
  };
  const followTheme = () => {
    nativeTheme.themeSource = services.settings().theme;
  };
  followTheme();
  services.onSettingsChange(followTheme);
  const quit = () => {
    app.quit();
  };
  const hasTray = () => hasTrayHost(process.platform, askProgram);

  // Windows shows notifications only for the id the installer put on the shortcut.
  app.setAppUserModelId('org.toolmesh.desktop');
  denyPermissions(session.defaultSession);
  servePage(protocol, paths.page);
  const loginItem = createLoginItem(app, process.platform, options.launch);
  const logIn = (backend: string, unit: string | null) =>
    services.logInBackend(backend, unit).catch((error: unknown) => {
      logger.log('warn', `Nobody logged in to "${backend}"`, { cause: String(error) });
    });
  const trayParts: TrayParts = {
    services,
    words,
    icons: paths.icons,
    desktop: options.desktop,
    startsAtLogin: loginItem.isEnabled,
    actions: {
      open: () => {
        window.show();
      },
      openPage: (route) => {
        window.showPage(route);
      },
      reviewApprovals: () => {
        approvals.show();
      },
      denyAll: () => {
        for (const { id } of services.approvals()) services.decide(id, 'deny', 'the tray');
      },
      openUnitsFolder: () => void shell.openPath(services.gateway().unitsFolder),
      logIn,
      cancelLogin: (backend, unit) => {
        services.cancelLogin(backend, unit);
      },
      setUnitEnabled: (unit, enabled) =>
        services.setUnitEnabled(unit, enabled).catch((error: unknown) => {
          logger.log('warn', `Unit "${unit}" was not switched`, { cause: String(error) });
        }),
      setPaused: (paused) => {
        services.setPaused(paused);
      },
      setStartsAtLogin: loginItem.setEnabled,
      quit,
    },
  };
  // Before the window, which takes a third of a second to make: nobody can click before this function ends.
  const trayIsVisible = keepTray(trayParts, hasTray, options.isHidden);
  const desktop = createDesktop({
    version: app.getVersion(),
    loginItem,
    editor: () => services.settings().editor ?? [],
    showApprovals: () => {
      approvals.show();
    },
  });
  const page = { services, desktop, logger, words };
  const window = createMainWindow({ ...page, paths, hasTray, quit });
  watchGraphics({
    app,
    contents: window.contents,
    graphics: options.graphics,
    restart: () => {
      app.relaunch({ execPath: options.launch.program, args: process.argv.slice(1) });
      quit();
    },
    logger,
  });
  const approvals = attendApprovals({ ...page, preload: paths.preload });

  const leaveLogins = attendLogins({ services, words, notify, logIn });

  onSecondInstance(app, window);
  onActivate(app, window);
  onWindowAllClosed(app);
  onBeforeQuit(app, window);
  onWillQuit(
    app,
    () => {
      approvals.close();
      leaveLogins();
      return options.close();
    },
    logger,
  );
  void options.stopAsked.then(quit);

  if (!options.isHidden) window.show();
  const isTrayVisible = await trayIsVisible;
  if (options.isHidden && !isTrayVisible) window.show();
}

/**
 * Shows the tray. At login the panel may come up after us, and Electron registers with it only when the
 * icon is made: so a hidden start waits for a host and then makes the icon again.
 */
async function keepTray(
  parts: TrayParts,
  hasTray: () => Promise<boolean>,
  waits: boolean,
): Promise<boolean> {
  const remove = showTray(parts);
  if (await hasTray()) return true;
  for (let attempt = 0; waits && attempt < 5; attempt += 1) {
    await delay(1000);
    if (!(await hasTray())) continue;
    remove();
    showTray(parts);
    return true;
  }
  return false;
}
