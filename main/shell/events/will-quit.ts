import type { App } from 'electron';
import type { Logger } from '../../platform/logger.ts';

/** Electron does not wait for promises here, so quitting is held until the gateway has closed. */
export function onWillQuit(app: App, close: () => Promise<void>, logger: Logger): void {
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    close()
      .catch((error: unknown) => {
        logger.log('error', 'The gateway did not close cleanly', { cause: String(error) });
      })
      .finally(() => {
        app.exit(0);
      });
  });
}
