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
  const app = await _electron.launch({
    executablePath: electronPath(),
    // Playwright would fix the page to the light theme.
    colorScheme: null,
    args: [
      root,
      '--lang=en-US',
      // Under Xvfb the GPU process only dies. A page that begins to load just then never ends loading:
      // six of twelve starts without this, none of seven with it.
      '--disable-gpu',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    env: {
      ...definedEnvironment(),
      ...home.env,
      LANGUAGE: 'en_US',
      XDG_CONFIG_HOME: path.join(home.folder, 'desktop'),
    },
  });
  return { app, page: await app.firstWindow() };
}
