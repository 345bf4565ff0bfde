import type { App } from 'electron';
import { hiddenFlag } from '../login-item.ts';
import type { MainWindow } from '../main-window.ts';

/** A second start shows the window of the first; one that asked to stay hidden only made sure we run. */
export function onSecondInstance(app: App, window: MainWindow): void {
  app.on('second-instance', (_event, argv) => {
    if (!argv.includes(hiddenFlag)) window.show();
  });
}
