import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { busyGateway } from '../builders/busy-gateway.ts';
import { buildFakeApp, screenshots, startFakeApp, type StartedFakeApp } from './start-fake-app.ts';

export interface BusyWindow extends StartedFakeApp {
  /** Of the bundled app, for further starts. */
  readonly folder: string;
  readonly resize: (width: number, height: number) => Promise<void>;
  readonly setTheme: (theme: 'light' | 'dark') => Promise<void>;
  /** Into the folder of screenshots, under this name. */
  readonly shoot: (name: string) => Promise<Buffer>;
}

/** The window over a gateway in which something of everything happens. */
export async function openBusyWindow(): Promise<BusyWindow> {
  mkdirSync(screenshots, { recursive: true });
  const folder = await buildFakeApp();
  const started = await startFakeApp(folder, { state: busyGateway(Date.now()) });
  const { app, page } = started;
  await page.waitForSelector('.head3');
  return {
    ...started,
    folder,
    resize: (width, height) =>
      app.evaluate(
        ({ BrowserWindow }, size) => {
          BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
        },
        { width, height },
      ),
    setTheme: async (theme) => {
      await app.evaluate(({ nativeTheme }, source) => {
        nativeTheme.themeSource = source;
      }, theme);
      await page.waitForSelector(`html[data-theme="${theme}"]`);
    },
    shoot: (name) => page.screenshot({ path: path.join(screenshots, `${name}.png`) }),
  };
}
