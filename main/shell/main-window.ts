import {
  BrowserWindow,
  dialog,
  nativeTheme,
  Notification,
  screen,
  type WebContents,
} from 'electron';
import { connectPage, pagePreferences, type PageParts } from './page-contents.ts';
import { pageUrl } from './page-protocol.ts';
import type { ShellPaths } from './shell-paths.ts';
import type { ShellWords } from './shell-words.ts';
import { loadWindowState, minimumSize, saveWindowState } from './window-bounds.ts';

export interface MainWindowParts extends PageParts {
  readonly paths: ShellPaths;
  readonly words: () => ShellWords;
  /** Whether a closed window can be found again in a tray. */
  readonly hasTray: () => Promise<boolean>;
  readonly quit: () => void;
}

export interface MainWindow {
  readonly contents: WebContents;
  readonly show: () => void;
  /** Shows the window at a page of its own: `clients/zed`. */
  readonly showPage: (route: string) => void;
  /** From here on closing closes; called when the app quits. */
  readonly release: () => void;
}

/** The one window: created hidden, shown on demand, hidden on close while a tray can bring it back. */
export function createMainWindow(parts: MainWindowParts): MainWindow {
  const { paths, logger } = parts;
  let state = loadWindowState(
    paths.windowState,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: 'ToolMesh',
    autoHideMenuBar: true,
    // The page's own surface colours, so that the first frame does not flash.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1c1d20' : '#ffffff',
    ...(process.platform === 'darwin' ? { titleBarStyle: 'hiddenInset' as const } : {}),
    webPreferences: pagePreferences(paths.preload),
  });
  window.removeMenu();
  if (state.maximized) window.maximize();
  connectPage(window, parts);

  let released = false;
  const remember = (toldAboutTray = state.toldAboutTray) => {
    state = {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      toldAboutTray,
    };
    try {
      saveWindowState(paths.windowState, state);
    } catch (error) {
      logger.log('warn', 'The window position was not saved', { cause: String(error) });
    }
  };
  window.on('close', (event) => {
    remember();
    if (released) return;
    event.preventDefault();
    void leave();
  });
  const leave = async () => {
    if (!(await parts.hasTray())) {
      await askWhetherToQuit(window, parts);
      return;
    }
    window.hide();
    if (state.toldAboutTray) return;
    tellAboutTray(parts.words());
    remember(true);
  };
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    logger.log('error', `The window's page ended (${reason}) and is loaded again`);
    if (!released && reason !== 'clean-exit') window.webContents.reload();
  });
  // A window made hidden counts as visible until it is hidden: its page would go on drawing for nobody.
  window.once('ready-to-show', () => {
    if (!window.isVisible()) window.hide();
  });
  void window.loadURL(pageUrl).catch((error: unknown) => {
    logger.log('error', 'The window could not load its page', { cause: String(error) });
  });

  const show = () => {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  return {
    contents: window.webContents,
    show,
    showPage(route) {
      show();
      // Only the part behind the hash differs, so the page stays as it is.
      void window.loadURL(`${pageUrl}#/${route}`).catch(() => undefined);
    },
    release() {
      released = true;
    },
  };
}

async function askWhetherToQuit(window: BrowserWindow, parts: MainWindowParts): Promise<void> {
  const { close } = parts.words();
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: close.question,
    detail: close.detail,
    buttons: [close.minimize, close.quit, close.cancel],
    defaultId: 0,
    cancelId: 2,
  });
  if (response === 0) window.minimize();
  if (response === 1) parts.quit();
}

function tellAboutTray({ close }: ShellWords): void {
  if (!Notification.isSupported()) return;
  new Notification({ title: 'ToolMesh', body: close.staysInTray, silent: true }).show();
}
