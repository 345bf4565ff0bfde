import type { Session, WebContents } from 'electron';
import type { Logger } from '../platform/logger.ts';
import { isOwnUrl } from './page-protocol.ts';

/** The page shows our own files and nothing else: it asks for no permission and goes nowhere. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

export function denyNavigation(contents: WebContents, logger: Logger): void {
  contents.setWindowOpenHandler(({ url }) => {
    logger.log('warn', 'The window may not open another one', { url });
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (isOwnUrl(event.url)) return;
    logger.log('warn', 'The window may not leave its page', { url: event.url });
    event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
}
