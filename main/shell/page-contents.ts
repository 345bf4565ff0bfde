import type { BrowserWindow, WebPreferences } from 'electron';
import type { WindowServices } from '../contract/window-services.ts';
import { connectWindow } from '../ipc/connect-window.ts';
import type { Desktop } from '../ipc/desktop.ts';
import { createEmit } from '../ipc/emit.ts';
import { createHandle } from '../ipc/handle.ts';
import type { Logger } from '../platform/logger.ts';
import { denyNavigation } from './lock-down.ts';
import { isOwnUrl } from './page-protocol.ts';

export interface PageParts {
  readonly services: WindowServices;
  readonly desktop: Desktop;
  readonly logger: Logger;
}

export function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: false,
  };
}

/** Gives a window's own page its way to the services, and no way elsewhere. */
export function connectPage(window: BrowserWindow, { services, desktop, logger }: PageParts): void {
  const contents = window.webContents;
  denyNavigation(contents, logger);
  const disconnect = connectWindow({
    services,
    handle: createHandle({
      ipc: contents.ipc,
      isOwnPage: ({ senderFrame }) =>
        senderFrame !== null && senderFrame === contents.mainFrame && isOwnUrl(senderFrame.url),
      logger,
    }),
    emit: createEmit(contents, logger),
    desktop,
  });
  window.on('closed', disconnect);
}
