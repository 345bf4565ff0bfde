import { BrowserWindow, nativeTheme } from 'electron';
import { notify } from './notify.ts';
import { pageUrl } from './page-protocol.ts';
import { connectPage, pagePreferences, type PageParts } from './page-contents.ts';
import type { ShellWords } from './shell-words.ts';

export interface ApprovalWindowParts extends PageParts {
  readonly preload: string;
  readonly words: () => ShellWords;
}

export interface ApprovalWindow {
  /** Brings the window with the requests to the front. */
  readonly show: () => void;
  readonly close: () => void;
}

const size = { width: 440, height: 404 };

/**
 * Calls that wait for a person, in a small window above all others. It is there while something waits and
 * comes without taking the keyboard: who types elsewhere must not approve with the next key.
 */
export function attendApprovals(parts: ApprovalWindowParts): ApprovalWindow {
  const { services, logger, words } = parts;
  let window: BrowserWindow | undefined;
  let told = new Set<string>();

  const open = (): BrowserWindow => {
    const opened = new BrowserWindow({
      ...size,
      useContentSize: true,
      show: false,
      alwaysOnTop: true,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: false,
      title: 'ToolMesh',
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#26282c' : '#ffffff',
      webPreferences: pagePreferences(parts.preload),
    });
    opened.removeMenu();
    // Above full-screen windows, too: the call waits for seconds only.
    opened.setAlwaysOnTop(true, 'screen-saver');
    opened.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    connectPage(opened, parts);
    opened.once('ready-to-show', () => {
      opened.showInactive();
    });
    opened.on('closed', () => {
      if (window === opened) window = undefined;
    });
    void opened.loadURL(`${pageUrl}#/approval`).catch((error: unknown) => {
      logger.log('error', 'The approval window could not load its page', { cause: String(error) });
    });
    return opened;
  };
  const update = (): void => {
    const waiting = services.approvals();
    const fresh = waiting.filter(({ id }) => !told.has(id));
    told = new Set(waiting.map(({ id }) => id));
    if (waiting.length === 0) {
      window?.destroy();
      window = undefined;
      return;
    }
    // Closing it decides nothing: the next request, the tray and the notification bring it back.
    if (fresh.length > 0) {
      window ??= open();
      for (const { client, tool } of fresh) notify(words().approvalWaits(client, tool), show);
    }
  };
  const show = (): void => {
    if (services.approvals().length === 0) return;
    if (window === undefined) window = open();
    else window.show();
  };
  const leave = services.attend();
  const stop = services.onApprovalsChange(update);
  update();
  return {
    show,
    close: () => {
      stop();
      leave();
      window?.destroy();
    },
  };
}
