import type { App } from 'electron';

/** The gateway runs without a window; without this listener Electron would quit. */
export function onWindowAllClosed(app: App): void {
  app.on('window-all-closed', () => undefined);
}
