import type { App } from 'electron';
import type { MainWindow } from '../main-window.ts';

/** macOS: a click on the Dock icon. */
export function onActivate(app: App, window: MainWindow): void {
  app.on('activate', () => {
    window.show();
  });
}
