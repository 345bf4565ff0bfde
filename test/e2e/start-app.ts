import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import type { OwnHome } from '../builders/own-home.ts';
import { electronPath, definedEnvironment } from './desktop.ts';

const root = path.join(import.meta.dirname, '../..');

export interface StartedApp {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** The app of `out/`, as `npm start` starts it, with everything it keeps below one folder. */
export async function startApp(home: OwnHome): Promise<StartedApp> {
  const first = await launch(home);
  const page = await windowOf(first);
  if (page !== undefined) return { app: first, page };
  // Seen twice in forty starts on a busy machine: Electron shows its window and Playwright 1.65 never
  // hears of it. Only that is started again; an app without a window is a failure.
  const shown = await first.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.webContents.getURL()),
  );
  await first.close();
  if (shown.length === 0) throw new Error('The app has no window 20 s after its start');
  const second = await launch(home);
  return { app: second, page: await second.firstWindow() };
}

function launch(home: OwnHome): Promise<ElectronApplication> {
  return _electron.launch({
    executablePath: electronPath(),
    // Playwright would fix the page to the light theme.
    colorScheme: null,
    args: [root, '--lang=en-US', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    env: {
      ...definedEnvironment(),
      ...home.env,
      LANGUAGE: 'en_US',
      XDG_CONFIG_HOME: path.join(home.folder, 'desktop'),
    },
  });
}

function windowOf(app: ElectronApplication): Promise<Page | undefined> {
  return app.firstWindow({ timeout: 20_000 }).catch(() => undefined);
}
