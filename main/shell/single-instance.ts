import type { App } from 'electron';

/** False in a second instance: the first has been told and shows itself, this one must end. */
export function claimSingleInstance(app: App): boolean {
  if (app.requestSingleInstanceLock()) return true;
  app.quit();
  return false;
}
