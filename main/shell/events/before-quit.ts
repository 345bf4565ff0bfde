import type { App } from 'electron';
import type { MainWindow } from '../main-window.ts';

export function onBeforeQuit(app: App, window: MainWindow): void {
  app.on('before-quit', () => {
    window.release();
  });
}
